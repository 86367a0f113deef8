import { changedFields, type Entry, endEarlyTime, enter, entryOf } from './early-input.ts';

/** How long the new page may take to show what the drawn one showed, in ms. */
const LOADING_AT_MOST = 5000;
const FIELDS = 'input, textarea, select';
const BUTTONS = 'button';
const UNUSABLE = ':disabled, [aria-disabled="true"]';

/**
 * Draws another page in the place of the drawn one. What was typed, pressed and focused moves over to what has the same
 * name on the new page, as soon as it is there.
 */
export function replaceDrawnPage(place: HTMLElement, draw: () => void): void {
  const typed = changedFields(place).map((field) => ({ find: sameIn(place, field), entry: entryOf(field) }));
  const pressed = place.querySelector('[data-pressed]');
  const findPressed = pressed && sameIn(place, pressed);
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const findFocused = focused && sameIn(place, focused);
  draw();
  endEarlyTime();
  void moveInput(place, { typed, findPressed, findFocused });
}

/** Finds an element of the new page; undefined while it is not there. */
type Find = () => HTMLElement | undefined;

interface EarlyInput {
  readonly typed: readonly { readonly find: Find; readonly entry: Entry }[];
  readonly findPressed: Find | null;
  readonly findFocused: Find | null;
}

async function moveInput(place: HTMLElement, { typed, findPressed, findFocused }: EarlyInput): Promise<void> {
  const gone = new AbortController();
  // Whoever presses something else, by hand or by keyboard, has seen the new page, and means that.
  const watch = { capture: true, signal: gone.signal };
  document.addEventListener('pointerdown', () => gone.abort(), watch);
  document.addEventListener('keydown', ({ key }) => (key === 'Enter' || key === ' ') && gone.abort(), watch);
  const soon = (find: Find) => appears(place, find, gone.signal);
  if (findFocused !== null) void soon(findFocused).then(focusUnlessElsewhere);
  await Promise.all(
    typed.map(async ({ find, entry }) => {
      const field = (await soon(find)) as Parameters<typeof enter>[0] | undefined;
      if (field !== undefined && entryOf(field) !== entry) enter(field, entry);
    }),
  );
  if (findPressed !== null) (await soon(findPressed))?.click();
}

/** Whoever has gone on by keyboard stays where they are. */
function focusUnlessElsewhere(element: HTMLElement | undefined): void {
  if (document.activeElement?.matches(`${FIELDS}, ${BUTTONS}, a`) !== true) element?.focus();
}

/** The element that a person would take for the same: its kind, its name, and which one of that name it is. */
function sameIn(place: HTMLElement, element: Element): Find {
  const alike = () => {
    const kind = element.matches(FIELDS) ? FIELDS : BUTTONS;
    return [...place.querySelectorAll<HTMLElement>(kind)].filter((other) => nameOf(other) === name);
  };
  const name = nameOf(element);
  const nth = alike().indexOf(element as HTMLElement);
  return () => alike()[nth];
}

function nameOf(element: Element): string {
  const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLElement>)] : [];
  const said = element.getAttribute('aria-label') ?? (labels[0] ?? element).textContent;
  const value = element.matches('[type="radio"], [type="checkbox"]') ? element.getAttribute('value') : '';
  return `${element.localName} ${value} ${said.trim()}`;
}

/** Waits until it is there and can be used; undefined where it does not come, or where it is no longer wanted. */
function appears(place: HTMLElement, find: Find, gone: AbortSignal): Promise<HTMLElement | undefined> {
  const usable = () => {
    const element = find();
    return element?.matches(UNUSABLE) === false ? element : undefined;
  };
  return new Promise((resolve) => {
    if (gone.aborted) return resolve(undefined);
    const end = (element?: HTMLElement) => {
      watch.disconnect();
      clearTimeout(late);
      gone.removeEventListener('abort', stop);
      resolve(element);
    };
    const look = () => {
      const element = usable();
      if (element !== undefined) end(element);
    };
    const stop = () => end();
    const watch = new MutationObserver(look);
    const late = setTimeout(stop, LOADING_AT_MOST);
    gone.addEventListener('abort', stop);
    const attributeFilter = ['disabled', 'aria-disabled', 'aria-label'];
    watch.observe(place, { subtree: true, childList: true, characterData: true, attributeFilter });
    look();
  });
}
