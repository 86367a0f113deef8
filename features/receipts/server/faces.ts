import { readFile } from 'node:fs/promises';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { type CodeRange, type Face, readRanges } from '../rules/text-runs.ts';

/** The weights that receipts are set in. */
export type Weight = 400 | 600;

const FONTS = '@fontsource-variable';
const ANEK = `${FONTS}/anek-latin/files/anek-latin-latin-wdth-normal.woff2`;
const ATKINSON = `${FONTS}/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next`;
const NOTO = `${FONTS}/noto-sans-sc`;

interface FaceFile {
  readonly name: string;
  /** In its package. */
  readonly file: string;
  readonly axes: Readonly<Record<string, number>>;
  /** What it is said to cover; the file may have less. */
  readonly range: readonly CodeRange[];
  /** A few hundred letters: cut once to one weight and kept. Others are cut for each receipt. */
  readonly isKept: boolean;
}

/** A typeface with the letters that are in its file. */
export interface LoadedFace extends Face {
  readonly of: FaceFile;
  readonly font: Buffer;
}

/**
 * The typefaces that a text needs. The first that has a letter writes it: Anek the figures, Atkinson words, Noto what is
 * left, Chinese above all; its files are read where such a letter occurs.
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
    ...(await notoSlices()),
  ];
}

function atkinson(part: string, range: string): FaceFile {
  const file = `${ATKINSON}-${part}-wght-normal.woff2`;
  return { name: `atkinson-${part}`, file, axes: {}, range: readRanges(range), isKept: true };
}

/** Noto Sans SC comes in a hundred files by letters; which may have which is said beside them. */
async function notoSlices(): Promise<FaceFile[]> {
  const said = JSON.parse(await readFile(new URL(import.meta.resolve(`${NOTO}/unicode.json`)), 'utf8'));
  return Object.entries(said as Record<string, string>).map(([key, range]) => {
    const slice = key.replace(/[[\]]/g, '');
    const file = `${NOTO}/files/noto-sans-sc-${slice}-wght-normal.woff2`;
    return { name: `noto-${slice}`, file, axes: {}, range: readRanges(range), isKept: false };
  });
}

const kept = new Map<string, Promise<unknown>>();

/** What a key stands for, made once; what could not be made is tried again by the next who asks. */
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
  // Unpacking the whole file for its letters takes longer than all else of a receipt, and they are a few hundred numbers.
  const covers = await once(`letters of ${of.name}`, async () => lettersOf(font, of));
  return { name: of.name, covers, of, font };
}

function lettersOf(font: Buffer, { range }: FaceFile): CodeRange[] {
  const opened = create(font);
  const letters = 'characterSet' in opened ? opened.characterSet : [];
  const inRange = letters.filter((code) => range.some(([first, last]) => first <= code && code <= last));
  return inRange.map((code) => [code, code]);
}

/** A typeface in one weight as TrueType, with at least these letters, which it has. */
export function cutFace(face: LoadedFace, weight: Weight, letters: string): Promise<Buffer> {
  if (!face.of.isKept) return cut(face, weight, letters);
  const all = face.covers.map(([code]) => String.fromCodePoint(code)).join('');
  return once(`${face.name} ${weight}`, () => cut(face, weight, all));
}

function cut({ of, font }: LoadedFace, weight: Weight, letters: string): Promise<Buffer> {
  return subsetFont(font, letters, { targetFormat: 'sfnt', variationAxes: { ...of.axes, wght: weight } });
}
