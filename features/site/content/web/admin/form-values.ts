import { t } from '#platform/web/i18n/office.ts';
import { blankOf, type Fields, isTranslated, type TranslatedField } from '../../contract/fields.ts';

/** Values by field name, as in the API or a form. */
export type Values = Readonly<Record<string, unknown>>;

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
    Object.entries(fields).map(([name, field]) => {
      const value = english[name];
      if (isTranslated(field)) return [name, { en: textOf(value), zh: textOf(chinese[name]) }];
      if (field.kind !== 'list') return [name, value ?? blankOf(field)];
      const translated = listOf(chinese[name]);
      const entries = listOf(value).map((entry, index) =>
        pairUp(field.fields, recordOf(entry), recordOf(translated[index])),
      );
      return [name, entries];
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
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (isTranslated(field)) {
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
  const keys = Object.keys(fields).filter((name) => fields[name]?.kind === 'key');
  return { ...blank, ...Object.fromEntries(keys.map((name) => [name, newKey()])) };
}

/** Converts an API path to the form's field name: `zh.steps.0.title` is `steps.0.title.zh`. */
export function formName(fields: Fields, path: readonly PropertyKey[]): string {
  const inChinese = path[0] === 'zh';
  const rest = (inChinese ? path.slice(1) : path).map(String);
  let within: Fields = fields;
  for (const part of rest) {
    const field = Object.hasOwn(within, part) ? within[part] : undefined;
    if (field === undefined) continue; // the index of an entry
    if (isTranslated(field)) return `${rest.join('.')}.${inChinese ? 'zh' : 'en'}`;
    within = field.kind === 'list' ? field.fields : {};
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

/* What is still missing */

/** The number of missing translations in a form. */
export function countMissing(fields: Fields, values: Values): number {
  return countTexts(fields, values, (pair) => lacksChinese(pair));
}

/** The number of pictures without an alternative text in a form. */
function countUndescribed(fields: Fields, values: Values): number {
  return countTexts(
    fields,
    values,
    (pair, { of }, within) => of !== undefined && lacksDescription(within[of], pair),
  );
}

/** Counts translated texts, at any depth. */
function countTexts(
  fields: Fields,
  values: Values,
  isCounted: (pair: Pair, field: TranslatedField, within: Values) => boolean,
): number {
  const counts = Object.entries(fields).map(([name, field]): number => {
    if (isTranslated(field)) return isCounted(pairOf(values[name]), field, values) ? 1 : 0;
    if (field.kind !== 'list') return 0;
    return sum(listOf(values[name]).map((entry) => countTexts(field.fields, recordOf(entry), isCounted)));
  });
  return sum(counts);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

export function lacksDescription(picture: unknown, { en }: Pair): boolean {
  return typeof picture === 'string' && picture !== '' && en.trim() === '';
}

/** What is still missing, in a few words each. */
export function gapsOf(fields: Fields, values: Values): string[] {
  const [chinese, described] = [countMissing(fields, values), countUndescribed(fields, values)];
  const pictures =
    described === 1
      ? t('1 picture without a description')
      : t('{{described}} pictures without a description', { described });
  return [
    ...(chinese > 0 ? [t('中文 {{chinese}} missing', { chinese })] : []),
    ...(described > 0 ? [pictures] : []),
  ];
}

/** An empty English text needs no translation. */
export function lacksChinese({ en, zh }: Pair): boolean {
  return wordsOf(en) !== '' && wordsOf(zh) === '';
}

/** Rich text as plain text on one line. Never rendered as markup. */
export function wordsOf(html: string): string {
  return html
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}
