import { describe, expect, it } from 'vitest';
import { readRanges, textRuns, wrapText } from './text-runs.ts';

const faces = [
  { name: 'figures', covers: readRanges('U+30-39') },
  { name: 'words', covers: readRanges('U+0020-007E, U+00A0-00FF') },
  { name: 'chinese', covers: readRanges('U+4e00-4fff,U+9648') },
];

describe('splitting text into runs by typeface', () => {
  it.each([
    ['Mei Tan', ['words:Mei Tan']],
    ['12 陈', ['figures:12', 'words: ', 'chinese:陈']],
    ['Zoe\u0308', ['words:Zoë']],
    ['two\nlines\u200d', ['words:two lines']],
    ['மீ', ['words:??']],
    ['🧹', ['words:?']],
    ['\ud800', []],
    ['', []],
  ])('%j', (text, runs) => {
    expect(textRuns(text, faces).map((run) => `${run.face}:${run.text}`)).toEqual(runs);
  });
});

describe('wrapping at ten letters', () => {
  it.each([
    ['short', ['short']],
    ['two lines here', ['two lines', 'here']],
    ['exactlyten and', ['exactlyten', 'and']],
    ['averyverylongword', ['averyveryl', 'ongword']],
    ['an averyverylongword', ['an', 'averyveryl', 'ongword']],
    ['陈美玲陈美玲陈美玲陈美玲', ['陈美玲陈美玲陈美玲陈', '美玲']],
    ['', []],
  ])('%j', (text, lines) => {
    expect(wrapText(text, 10, (part) => [...part].length)).toEqual(lines);
  });
});
