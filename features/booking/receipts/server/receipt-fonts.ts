import { readFile } from 'node:fs/promises';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { type CodeRange, type Face, readRanges } from '../rules/text-runs.ts';

/** The font weights of receipts. */
export type Weight = 400 | 600;

const FONTS = '@fontsource-variable';
const ANEK = `${FONTS}/anek-latin/files/anek-latin-latin-wdth-normal.woff2`;
const ATKINSON = `${FONTS}/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next`;
/** Scripts with one file each. */
const SCRIPTS = ['tamil', 'thai', 'devanagari', 'arabic', 'myanmar'] as const;
/** Scripts that fontkit cannot shape: HarfBuzz shapes them, and they are rendered as outlines. */
const OUTLINED = new Set<string>(['myanmar']);
/**
 * Letters, vowel signs and digits. Other Arabic signs (such as Quranic ones) are left out: fontkit cannot
 * position all of them.
 */
const ARABIC = 'U+0621-065F,U+0660-0669,U+0670-06D3,U+06F0-06FF,U+0750-077F';
/**
 * Scripts that are split into about a hundred files. Chinese first: the Korean font has its characters too,
 * in Korean shapes.
 */
const SLICED = ['sc', 'kr'] as const;

interface FaceFile {
  readonly name: string;
  /** The file's path in its package. */
  readonly file: string;
  readonly axes: Readonly<Record<string, number>>;
  /** The declared range; the file may cover less. */
  readonly range: readonly CodeRange[];
  /** Small fonts are instantiated once per weight and cached. Others are subset for each receipt. */
  readonly isKept: boolean;
  readonly isOutlined?: boolean;
}

/** A typeface with the letters that its file really covers. */
export interface LoadedFace extends Face {
  readonly of: FaceFile;
  readonly font: Buffer;
}

/**
 * The typefaces that a text needs. The first one with a letter is used: Anek for figures, Atkinson for words,
 * Noto for other scripts, whose files are read only if such a letter occurs.
 */
export async function facesFor(text: string): Promise<LoadedFace[]> {
  const codes = [...new Set(text)].map((letter) => letter.codePointAt(0) ?? 0);
  const isNeeded = ({ range }: FaceFile) =>
    codes.some((code) => range.some(([first, last]) => first <= code && code <= last));
  return Promise.all((await once('files', listFiles)).filter(isNeeded).map(openFace));
}

async function listFiles(): Promise<readonly FaceFile[]> {
  const digits = readRanges('U+30-39');
  return [
    { name: 'anek', file: ANEK, axes: { wdth: 100 }, range: digits, isKept: true },
    atkinson('latin', 'U+20-FF,U+131,U+152-153,U+2000-206F,U+20AC,U+2122,U+2212'),
    atkinson('latin-ext', 'U+100-2BA,U+1E00-1EFF'),
    ...(await Promise.all(SCRIPTS.map(notoScript))),
    ...(await Promise.all(SLICED.map(notoSlices))).flat(),
  ];
}

function atkinson(part: string, range: string): FaceFile {
  const file = `${ATKINSON}-${part}-wght-normal.woff2`;
  return { name: `atkinson-${part}`, file, axes: {}, range: readRanges(range), isKept: true };
}

async function notoScript(script: string): Promise<FaceFile> {
  const { [script]: range = '' } = script === 'arabic' ? { arabic: ARABIC } : await notoRanges(script);
  // Not subset: fontkit cannot shape with the tables of a subset font of these scripts.
  return { ...notoFile(script, script, range), isKept: true, isOutlined: OUTLINED.has(script) };
}

async function notoSlices(script: string): Promise<FaceFile[]> {
  const ranges = Object.entries(await notoRanges(script));
  return ranges.map(([key, range]) => notoFile(script, key.replace(/[[\]]/g, ''), range));
}

function notoFile(script: string, part: string, range: string): FaceFile {
  const file = `${FONTS}/noto-sans-${script}/files/noto-sans-${script}-${part}-wght-normal.woff2`;
  return { name: `noto-${script}-${part}`, file, axes: {}, range: readRanges(range), isKept: false };
}

/** Which file of the package covers which letters, from a JSON file beside them. */
async function notoRanges(script: string): Promise<Record<string, string>> {
  const url = import.meta.resolve(`${FONTS}/noto-sans-${script}/unicode.json`);
  return JSON.parse(await readFile(new URL(url), 'utf8')) as Record<string, string>;
}

const kept = new Map<string, Promise<unknown>>();

/** Memoises the result by key; a failure is not cached, so the next caller retries. */
function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  const had = kept.get(key) as Promise<T> | undefined;
  if (had !== undefined) return had;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}

function openFace(of: FaceFile): Promise<LoadedFace> {
  return of.isKept ? once(of.name, () => readFace(of)) : readFace(of);
}

async function readFace(of: FaceFile): Promise<LoadedFace> {
  const font = await readFile(new URL(import.meta.resolve(of.file)));
  // Unpacking the whole file to list its letters takes longer than the rest of a receipt, and the list is
  // only a few hundred numbers, so it is cached.
  const covers = await once(`letters of ${of.name}`, async () => lettersOf(font, of));
  return { name: of.name, covers, of, font };
}

function lettersOf(font: Buffer, { range }: FaceFile): CodeRange[] {
  const opened = create(font);
  const letters = 'characterSet' in opened ? opened.characterSet : [];
  const inRange = letters.filter((code) => range.some(([first, last]) => first <= code && code <= last));
  return inRange.map((code) => [code, code]);
}

/** A typeface in one weight as TrueType, with at least these letters, all of which it has. */
export function cutFace(face: LoadedFace, weight: Weight, letters: string): Promise<Buffer> {
  if (!face.of.isKept) return cut(face, weight, letters);
  const all = face.covers.map(([code]) => String.fromCodePoint(code)).join('');
  return once(`${face.name} ${weight}`, () => cut(face, weight, all));
}

function cut({ of, font }: LoadedFace, weight: Weight, letters: string): Promise<Buffer> {
  return subsetFont(font, letters, { targetFormat: 'sfnt', variationAxes: { ...of.axes, wght: weight } });
}
