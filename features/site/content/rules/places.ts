import { fill, placeholdersIn } from '#platform/kernel/message-kind.ts';

/** Facts of the business that the office's words may name as `{hours}`; what each stands for is said in the office. */
export const PLACES = {
  company: 'The name of your company.',
  cancellation: 'What moving or cancelling a visit costs, as a sentence. It follows the settings.',
  hours: 'Until how long before a visit it can be cancelled for free.',
  share: 'What you keep when a customer cancels later than that.',
  months: 'How many months bought hours last.',
  claimDays: 'In how many days a gift of hours has to be claimed.',
} as const;
export type PlaceName = keyof typeof PLACES;
export type PlaceValues = Readonly<Record<PlaceName, string>>;
export const PLACE_NAMES = Object.keys(PLACES) as PlaceName[];

export interface WrongPlace {
  /** As the wire calls the field: `sections.0.html`. */
  readonly path: string;
  readonly message: string;
}

/** The first name in each text that stands for nothing. */
export function wrongPlaces(content: unknown, path = ''): WrongPlace[] {
  if (typeof content === 'string') {
    const unknown = placeholdersIn(content).find((name) => !Object.hasOwn(PLACES, name));
    const known = PLACE_NAMES.map((name) => `{${name}}`).join(' ');
    return unknown === undefined
      ? []
      : [{ path, message: `There is no {${unknown}} here. You can use ${known}.` }];
  }
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([name, inner]) =>
    wrongPlaces(inner, path === '' ? name : `${path}.${name}`),
  );
}

/**
 * The same content with its facts. In rich text, which has been sanitised, they are text: never a tag, and never a part
 * of one. What nobody knows stays as it is.
 */
export function fillPlaces<T>(content: T, values: PlaceValues, rich: ReadonlySet<string>): T {
  const asText = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escaped(value)]));
  return walk(content, '') as T;

  function walk(value: unknown, name: string): unknown {
    if (typeof value === 'string') return rich.has(name) ? fillRich(value, asText) : fillText(value, values);
    if (Array.isArray(value)) return value.map((each) => walk(each, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, key)]));
  }
}

/** A value that ends a sentence by itself, such as a name in Pte. Ltd., does not end it twice. */
function fillText(text: string, values: Readonly<Record<string, string>>): string {
  const once = text.replace(/(\{(\w+)\})\.(?!\.)/g, (whole, place: string, name: string) =>
    Object.hasOwn(values, name) && values[name]?.endsWith('.') ? place : whole,
  );
  return fill(once, values);
}

function fillRich(html: string, values: Readonly<Record<string, string>>): string {
  return html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : fillText(part, values)))
    .join('');
}

function escaped(text: string): string {
  const marks = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;
  return text.replace(/[&<>"]/g, (mark) => marks[mark as keyof typeof marks]);
}
