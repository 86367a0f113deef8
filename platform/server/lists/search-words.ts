import { storedText } from '../../kernel/typed-text.ts';

export const HAN = /\p{Script=Han}/u;
/** Chinese names have no spaces: each character is a word. */
const WORD = /\p{Script=Han}|[^\s,;、\p{Script=Han}]+/gu;
/** Digits with the separators that people type: `+65 8123-4567`. */
const NUMBER = /\+?[(\d](?:[\s().\p{Pd}\u2212]*\d)+/gu;
const SHORTEST_NUMBER = 4;

/** The words of a search; then, if it contains a number in parts, the words with that number joined. */
export function searchReadings(q: string | undefined): string[][] {
  const text = storedText((q ?? '').normalize('NFKC'));
  const joined = text.replace(NUMBER, (number) => {
    const digits = number.replace(/\D/g, '');
    return digits.length < SHORTEST_NUMBER ? number : digits;
  });
  const texts = joined === text ? [text] : [text, joined];
  return texts.map((text) => text.match(WORD) ?? []).filter((words) => words.length > 0);
}
