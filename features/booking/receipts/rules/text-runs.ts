/** A stretch of code points, both ends in it. */
export type CodeRange = readonly [first: number, last: number];

/** A typeface, by what it can write. */
export interface Face {
  readonly name: string;
  readonly covers: readonly CodeRange[];
}

/** Text that one typeface writes. */
export interface Run {
  readonly face: string;
  readonly text: string;
}

/** Stands for a character that no typeface has. */
export const UNKNOWN = '?';

/** CSS's unicode-range, `U+4e00-4eff,U+5b89`, as numbers. */
export function readRanges(written: string): CodeRange[] {
  return written.split(',').map((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/**
 * Text as runs, each in the first typeface that has its letters. What cannot be written becomes a question mark; what
 * cannot be seen (line breaks, marks of direction) goes. The faces are not empty.
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

/** Composed letters, one space between words, nothing that cannot be seen. */
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

/** Whether every letter can be written; otherwise the text has question marks in their place. */
export function isWritable(text: string, faces: readonly Face[]): boolean {
  return [...plainText(text)].every((letter) => faceOf(letter, faces) !== null);
}

/** A word that a line cannot be broken in, with the space after it; Chinese is broken between any two characters. */
const WORDS = /\p{Script=Han} ?|[^ \p{Script=Han}]+ ?| /gu;

/** Breaks text into lines of at most `width`, at spaces where there are any; a word that is too long is cut. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const whole = text.trimEnd();
  if (measure(whole) <= width) return whole === '' ? [] : [whole]; // as nearly always
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

/** A letter with its marks: a Tamil vowel sign stays with its consonant. */
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
