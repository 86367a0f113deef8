/** A range of code points, inclusive. */
export type CodeRange = readonly [first: number, last: number];

/** A typeface and the code points it covers. */
export interface Face {
  readonly name: string;
  readonly covers: readonly CodeRange[];
}

/** A piece of text in one typeface. */
export interface Run {
  readonly face: string;
  readonly text: string;
}

/** Replaces a character that no typeface has. */
export const UNKNOWN = '?';

/** Parses a CSS unicode-range such as `U+4e00-4eff,U+5b89`. */
export function readRanges(written: string): CodeRange[] {
  return written.split(',').map((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/**
 * Splits text into runs, each in the first typeface that has its letters. Characters that no typeface has
 * become a question mark; invisible ones (line breaks, direction marks) are removed. `faces` must not be
 * empty.
 */
export function textRuns(text: string, faces: readonly Face[]): Run[] {
  const runs: { face: string; text: string }[] = [];
  for (const letter of plainText(text)) {
    const face = faceOf(letter, faces);
    const written = face === null ? UNKNOWN : letter;
    const name = (face ?? faceOf(UNKNOWN, faces) ?? faces[0])?.name ?? '';
    const last = runs.at(-1);
    if (last?.face === name) last.text += written;
    else runs.push({ face: name, text: written });
  }
  return runs;
}

/** NFC, single spaces, no invisible characters. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}]/gu, '');
}

function faceOf(letter: string, faces: readonly Face[]): Face | null {
  const code = letter.codePointAt(0) ?? 0;
  const covers = ({ covers }: Face) => covers.some(([first, last]) => first <= code && code <= last);
  return faces.find(covers) ?? null;
}

/** Whether a typeface exists for every letter; otherwise the text gets question marks. */
export function isWritable(text: string, faces: readonly Face[]): boolean {
  return [...plainText(text)].every((letter) => faceOf(letter, faces) !== null);
}

/** An unbreakable word with the space after it; Chinese may break between any two characters. */
const WORDS = /\p{Script=Han} ?|[^ \p{Script=Han}]+ ?| /gu;

/** Wraps text to lines of at most `width`, at spaces if possible; a word that is too long is cut. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const whole = text.trimEnd();
  if (measure(whole) <= width) return whole === '' ? [] : [whole]; // the usual case
  const lines: string[] = [];
  let line = '';
  for (const word of (text.match(WORDS) ?? []).flatMap((one) => cut(one, width, measure))) {
    if (line !== '' && measure((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = word;
    } else line += word;
  }
  return [...lines, line.trimEnd()].filter((one) => one !== '');
}

/** Segments by grapheme: a Tamil vowel sign stays with its consonant. */
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

function cut(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word.trimEnd()) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const { segment: letter } of GRAPHEMES.segment(word)) {
    if (part !== '' && measure(part + letter) > width) {
      parts.push(part);
      part = letter;
    } else part += letter;
  }
  return [...parts, part];
}
