/**
 * Generates the two fonts of every page, with the characters and weights that we use: anek-latin-kemas.woff2 for headings,
 * prices and times, atkinson-kemas.woff2 for text; and the fonts that a company can choose instead, which a page
 * loads only then (features/catalogue/settings/rules/look.ts). Run it after an update of their packages:
 * `node platform/web/design/fonts/subset-fonts.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
const printableAscii = range(0x20, 0x7e);
const punctuation = '\u00a0·×°½¼¾–—‘’“”•…−\u2009';
/** The `unicode-range` of the text font in fonts.css. */
const latin = `${range(0x00, 0xff)}${range(0x2000, 0x206f)}\u0131\u0152\u0153ʻʼˆ˚˜€™↑↓−\u2215\ufeff\ufffd`;

const wght = { min: 400, max: 700, default: 400 };

await subset('@fontsource-variable/anek-latin/files/anek-latin-latin-wdth-normal.woff2', {
  file: 'anek-latin-kemas.woff2',
  characters: printableAscii + punctuation,
  axes: { wdth: { min: 100, max: 125, default: 100 }, wght },
});
await subset(
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  { file: 'atkinson-kemas.woff2', characters: latin, axes: { wght } },
);
/** Addresses stay the same, so they are in the public folder. */
const CHOSEN = '../../../../apps/web/public/fonts/';
for (const name of ['figtree', 'nunito', 'source-serif-4', 'source-sans-3']) {
  await subset(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`, {
    file: `${CHOSEN}${name}.woff2`,
    characters: latin,
    axes: { wght },
  });
}

interface Subset {
  readonly file: string;
  readonly characters: string;
  readonly axes: Readonly<Record<string, typeof wght>>;
}

async function subset(source: string, { file, characters, axes }: Subset): Promise<void> {
  const whole = await readFile(new URL(import.meta.resolve(source)));
  const font = await subsetFont(whole, characters, { targetFormat: 'woff2', variationAxes: axes });
  await writeFile(new URL(file, import.meta.url), font);
  process.stdout.write(`${file}: ${Math.round(font.length / 102.4) / 10} kB\n`);
}
