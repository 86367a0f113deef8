import { fill, placeholdersIn } from '#platform/kernel/message-kind.ts';

/** The placeholders that the office's texts may contain, such as `{hours}`; the office sees what each stands for. */
export const PLACES = {
  company: 'The name of your company.',
  cancellation: 'What moving or cancelling a visit costs, as a sentence. It follows the settings.',
  hours: 'How long before a visit it can still be cancelled for free.',
  share: 'What you keep when a customer cancels later than that.',
  months: 'How many months bought hours last.',
  claimDays: 'How many days someone has to claim a gift of hours.',
} as const;
export type PlaceName = keyof typeof PLACES;
export type PlaceValues = Readonly<Record<PlaceName, string>>;
export const PLACE_NAMES = Object.keys(PLACES) as PlaceName[];

export interface WrongPlace {
  /** The field's path as in the API: `sections.0.html`. */
  readonly path: string;
  readonly message: string;
}

/** The first unknown placeholder in each text. */
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
 * Replaces the placeholders in content. In rich text, which has been sanitised, values are inserted as text, never as
 * tags or parts of one. Unknown placeholders are left unchanged.
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

/** A value that ends with a full stop, such as a name in Pte. Ltd., does not duplicate it at the end of a sentence. */
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
