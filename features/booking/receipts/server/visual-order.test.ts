import { create } from 'fontkit';
import { expect, it } from 'vitest';
import { readRanges } from '../rules/text-runs.ts';
import { openOutlineFont, outlinesOf } from './outlines.ts';
import { cutFace, facesFor } from './receipt-fonts.ts';
import { canWrite } from './typeset-receipt.ts';
import { visualRuns } from './visual-order.ts';

const faces = [
  { name: 'words', covers: readRanges('U+0020-007E') },
  { name: 'arabic', covers: readRanges('U+0600-06FF') },
];

it.each([
  ['Mei Tan', ['Mei Tan']],
  ['Tan محمد علي', ['Tan ', 'علي', ' ', 'محمد']],
  ['محمد (علي) Tan', ['(', 'علي', ') ', 'محمد', ' Tan']],
  ['علي ٢٣', ['٢٣', ' ', 'علي']],
])('%s is laid out left to right', (text, runs) => {
  const found = visualRuns(text, faces).map((run) => run.text);
  expect(found.join('|')).toBe(runs.join('|'));
});

it.each(['கமலா சுப்பிரமணியம்', 'ปิยะนุช', 'सुनीता शर्मा', 'محمد علي', '김민지', 'Nguyễn Thị Hạnh', '陈美玲'])(
  '%s has a glyph for every letter',
  async (name) => {
    expect(await canWrite(name)).toBe(true);
    const loaded = await facesFor(name);
    for (const run of visualRuns(name, loaded)) {
      const face = loaded.find((one) => one.name === run.face);
      if (face === undefined) throw new Error(`No face ${run.face}`);
      const font = create(await cutFace(face, 400, name));
      if (!('layout' in font)) throw new Error('Expected a font, not a collection.');
      expect(font.layout(run.text).glyphs.every(({ id }) => id > 0)).toBe(true);
    }
  },
);

it.each([
  // Logical and visual order: these vowels are typed after their letter and shown before it.
  ['မေ', ['ေ', 'မ']],
  ['ကေ', ['ေ', 'က']],
])('%s is shaped', async (text, order) => {
  expect(await canWrite(text)).toBe(true);
  const [face] = await facesFor(text);
  if (face === undefined) throw new Error('No face');
  const font = openOutlineFont(await cutFace(face, 400, text));
  const alone = (letter: string) => outlinesOf(font, letter).glyphs[0]?.path;
  expect(outlinesOf(font, text).glyphs.map(({ path }) => path)).toEqual(order.map(alone));
});

it('🧹 has no glyph', async () => {
  expect(await canWrite('🧹')).toBe(false);
});
