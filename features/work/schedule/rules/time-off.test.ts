import { describe, expect, test } from 'vitest';
import { piecesOf, type Span, whyNoTimeOff } from './time-off.ts';

const HOUR = 3_600_000;
const dayStart = (moment: number) => Math.floor(moment / (24 * HOUR)) * 24 * HOUR;
const span = (from: number, until: number): Span => ({ start: from * HOUR, end: until * HOUR });

describe('the diary entries of time off', () => {
  test.each<[string, Span, Span[], Span[]]>([
    ['all of it if the diary is empty', span(9, 18), [], [span(9, 18)]],
    ['a whole day is one entry', span(0, 24), [], [span(0, 24)]],
    ['one entry a day', span(20, 52), [], [span(20, 24), span(24, 48), span(48, 52)]],
    ['around a job', span(9, 18), [span(12, 14)], [span(9, 12), span(14, 18)]],
    [
      'around two jobs in any order',
      span(9, 18),
      [span(15, 16), span(10, 11)],
      [span(9, 10), span(11, 15), span(16, 18)],
    ],
    ['none if all is taken', span(9, 18), [span(8, 19)], []],
    ['after an entry that began before', span(9, 18), [span(7, 10)], [span(10, 18)]],
    ['up to an entry that ends later', span(9, 18), [span(17, 20)], [span(9, 17)]],
    ['next to adjacent entries', span(9, 18), [span(8, 9), span(18, 19)], [span(9, 18)]],
    ['around a job over midnight', span(20, 28), [span(23, 25)], [span(20, 23), span(25, 28)]],
  ])('%s', (_name, off, taken, pieces) => {
    expect(piecesOf(off, taken, dayStart)).toEqual(pieces);
  });
});

test('time off ends after it starts, within a year', () => {
  expect(whyNoTimeOff(span(9, 18))).toBeNull();
  expect(whyNoTimeOff(span(9, 9))).toContain('after the start');
  expect(whyNoTimeOff(span(18, 9))).toContain('after the start');
  expect(whyNoTimeOff(span(0, 366 * 24))).toBeNull();
  expect(whyNoTimeOff(span(0, 366 * 24 + 1))).toContain('a year');
});
