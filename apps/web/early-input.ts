type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Begins the time in which the app itself hears what is typed and pressed; `begin.js` listens until then. */
export function takeEarlyInput(place: HTMLElement): void {
  document.documentElement.dataset.drawn = 'taken';
  document.dispatchEvent(new Event('kemas-taken'));
  for (const field of place.querySelectorAll<Field>('input, textarea, select')) {
    if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)) retick(field);
    else retype(field);
  }
  const pressed = place.querySelector<HTMLElement>('[data-pressed]');
  pressed?.removeAttribute('data-pressed');
  // Once React has drawn what was typed: the button is to see it.
  setTimeout(() => pressed?.click());
}

/** Ticked while nobody listened: tick it again. */
function retick(field: HTMLInputElement): void {
  if (field.checked === field.defaultChecked) return;
  if (field.type === 'radio' && !field.checked) return; // the one that was picked instead is ticked again
  field.checked = field.defaultChecked;
  field.click();
}

/** Typed while nobody listened. React tells what is new from what it last saw, by its own `value` on the element. */
function retype(field: Field): void {
  const typed = field.value;
  const drawn = field instanceof HTMLSelectElement ? defaultOf(field) : field.defaultValue;
  if (typed === drawn) return;
  field.value = drawn;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function defaultOf(field: HTMLSelectElement): string {
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}
