import { type Fields, isPaired, type Values } from './field-spec.ts';

/** A text in both languages. */
export interface Pair {
  readonly en: string;
  readonly zh: string;
}

/**
 * Converts content to form values, with each text next to its translation. A list entry contains both, so that adding,
 * moving or deleting one includes its translation; in the API they are matched by position only.
 */
export function toForm(fields: Fields, content: Values): Values {
  return pairUp(fields, content, recordOf(content.zh));
}

function pairUp(fields: Fields, english: Values, chinese: Values): Values {
  return Object.fromEntries(
    fields.map((field) => {
      const value = english[field.name];
      if (isPaired(field)) return [field.name, { en: textOf(value), zh: textOf(chinese[field.name]) }];
      if (field.kind !== 'list') return [field.name, value ?? blankOf(field.kind)];
      const translated = listOf(chinese[field.name]);
      const entries = listOf(value).map((entry, index) =>
        pairUp(field.fields, recordOf(entry), recordOf(translated[index])),
      );
      return [field.name, entries];
    }),
  );
}

/** Converts form values to the API's format: `zh` contains the translated texts, and is omitted if there are none. */
export function toContent(fields: Fields, values: Values): Values {
  const [english, chinese] = split(fields, values);
  return { ...english, ...(chinese && { zh: chinese }) };
}

function split(fields: Fields, values: Values): [english: Values, chinese: Values | undefined] {
  const english: Record<string, unknown> = {};
  const chinese: Record<string, unknown> = {};
  for (const field of fields) {
    const { name } = field;
    const value = values[name];
    if (isPaired(field)) {
      const { en, zh } = pairOf(value);
      english[name] = en;
      if (zh.trim() !== '') chinese[name] = zh;
    } else if (field.kind === 'list') {
      const entries = listOf(value).map((entry) => split(field.fields, recordOf(entry)));
      english[name] = entries.map(([each]) => each);
      const last = entries.findLastIndex(([, each]) => each !== undefined);
      if (last >= 0) chinese[name] = entries.slice(0, last + 1).map(([, each]) => each ?? {});
    } else if (value !== undefined && value !== null) {
      english[name] = value;
    }
  }
  return [english, Object.keys(chinese).length === 0 ? undefined : chinese];
}

/** The initial values of a new list entry. */
export function blankEntry(fields: Fields, newKey: () => string): Values {
  const blank = toForm(fields, {});
  const keys = fields.filter(({ kind }) => kind === 'key').map(({ name }) => [name, newKey()]);
  return { ...blank, ...Object.fromEntries(keys) };
}

/** Every field has a valid default: a link leads to the front page until it is changed. */
function blankOf(kind: string): unknown {
  if (kind === 'focus') return undefined;
  if (kind === 'figure') return 0;
  return kind === 'link' ? '/' : '';
}

/** Converts an API path to the form's field name: `zh.steps.0.title` is `steps.0.title.zh`. */
export function formName(fields: Fields, path: readonly PropertyKey[]): string {
  const inChinese = path[0] === 'zh';
  const rest = (inChinese ? path.slice(1) : path).map(String);
  let within: Fields = fields;
  for (const part of rest) {
    const field = within.find(({ name }) => name === part);
    if (field === undefined) continue; // the index of an entry
    if (isPaired(field)) return `${rest.join('.')}.${inChinese ? 'zh' : 'en'}`;
    within = field.kind === 'list' ? field.fields : [];
  }
  return rest.join('.');
}

export function pairOf(value: unknown): Pair {
  const { en, zh } = recordOf(value);
  return { en: textOf(en), zh: textOf(zh) };
}

export function recordOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
