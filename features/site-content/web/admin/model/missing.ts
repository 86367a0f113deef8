import { type Fields, isPaired, type Values } from './field-spec.ts';
import { listOf, type Pair, pairOf, recordOf } from './paired.ts';

/** How many texts of a form have no Chinese yet. */
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

/** A text that nobody has written needs no Chinese. */
export function lacksChinese({ en, zh }: Pair): boolean {
  return wordsOf(en) !== '' && wordsOf(zh) === '';
}

/** Rich text without its marks, to be read in a line. Never shown as markup. */
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
