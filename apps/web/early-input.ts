type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = 'input, textarea, select';

/** The app has taken over the drawn page as it stands: it is told what was typed and pressed in it. */
export function takeEarlyInput(place: HTMLElement): void {
  for (const field of place.querySelectorAll<Field>(FIELDS)) {
    if (isChanged(field)) enter(field, entryOf(field));
  }
  const pressed = place.querySelector<HTMLElement>('[data-pressed]');
  pressed?.removeAttribute('data-pressed');
  // Once React has drawn what was typed: the button is to see it.
  setTimeout(() => pressed?.click());
}

/** Begins the time in which the app itself hears what is typed and pressed; `begin.js` listens until then. */
export function endEarlyTime(): void {
  document.documentElement.dataset.drawn = 'taken';
  document.dispatchEvent(new Event('kemas-taken'));
}

/** What was typed, or whether it was ticked. */
export type Entry = string | boolean;

export function changedFields(place: HTMLElement): Field[] {
  return [...place.querySelectorAll<Field>(FIELDS)].filter(isChanged);
}

/** Changed since the server drew it. Of a group of radio buttons, the one that was picked. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return field.value !== defaultOf(field);
  if (!isTick(field)) return field.value !== field.defaultValue;
  return field.checked !== field.defaultChecked && (field.type === 'checkbox' || field.checked);
}

export function entryOf(field: Field): Entry {
  return isTick(field) ? field.checked : field.value;
}

/** Types or ticks as a person would, so that React hears of it. */
export function enter(field: Field, entry: Entry): void {
  if (typeof entry === 'boolean') retick(field as HTMLInputElement, entry);
  else retype(field, entry);
}

function isTick(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type);
}

/** A click turns it over: it stands the other way before. */
function retick(field: HTMLInputElement, checked: boolean): void {
  field.checked = !checked;
  field.click();
}

/** React tells what is new from what it last saw, by its own `value` on the element. */
function retype(field: Field, typed: string): void {
  field.value = field instanceof HTMLSelectElement ? defaultOf(field) : field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function defaultOf(field: HTMLSelectElement): string {
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}
