/**
 * Generates fonts/anek-latin-kemas.woff2: Anek Latin, subset to the characters of headings, prices and times. Run it
 * after an update of @fontsource-variable/anek-latin: `node platform/web/design/fonts/subset-anek.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const printableAscii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('');
const punctuation = '\u00a0·×°½¼¾–—‘’“”•…−\u2009';

const source = new URL(
  import.meta.resolve('@fontsource-variable/anek-latin/files/anek-latin-latin-wdth-normal.woff2'),
);
const target = new URL('./anek-latin-kemas.woff2', import.meta.url);

const font = await subsetFont(await readFile(source), printableAscii + punctuation, {
  targetFormat: 'woff2',
  variationAxes: { wdth: { min: 100, max: 125, default: 100 }, wght: { min: 400, max: 700, default: 400 } },
});
await writeFile(target, font);
process.stdout.write(`anek-latin-kemas.woff2: ${Math.round(font.length / 102.4) / 10} kB\n`);
