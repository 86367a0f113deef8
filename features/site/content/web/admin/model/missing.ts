import { type Fields, isPaired, type Values } from './field-spec.ts';
import { listOf, type Pair, pairOf, recordOf } from './paired.ts';

/** The number of missing translations in a form. */
export function countMissing(fields: Fields, values: Values): number {
  return fields.reduce((count, field) => {
    const value = values[field.name];
    if (isPaired(field)) return count + (lacksChinese(pairOf(value)) ? 1 : 0);
    if (field.kind !== 'list') return count;
    return (
      count +
      listOf(value).reduce<number>((sum, entry) => sum + countMissing(field.fields, recordOf(entry)), 0)
    );
  }, 0);
}

/** The number of pictures without an alternative text in a form. */
function countUndescribed(fields: Fields, values: Values): number {
  return fields.reduce((count, field) => {
    const value = values[field.name];
    if (isPaired(field))
      return count + (field.of !== undefined && lacksDescription(values[field.of], pairOf(value)) ? 1 : 0);
    if (field.kind !== 'list') return count;
    return listOf(value).reduce<number>(
      (sum, entry) => sum + countUndescribed(field.fields, recordOf(entry)),
      count,
    );
  }, 0);
}

export function lacksDescription(picture: unknown, { en }: Pair): boolean {
  return typeof picture === 'string' && picture !== '' && en.trim() === '';
}

/** What is still missing, in a few words each. */
export function gapsOf(fields: Fields, values: Values): string[] {
  const [chinese, described] = [countMissing(fields, values), countUndescribed(fields, values)];
  const pictures =
    described === 1 ? '1 picture without a description' : `${described} pictures without a description`;
  return [...(chinese > 0 ? [`中文 ${chinese} missing`] : []), ...(described > 0 ? [pictures] : [])];
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
