import { expect, test } from 'vitest';
import { hoursAvailable, type Span, without } from './load.ts';

const span = (start: number, end: number): Span => ({ start, end });

test.each([
  ['nothing', [], [span(0, 60)]],
  ['what is elsewhere', [span(60, 90)], [span(0, 60)]],
  ['the middle', [span(20, 30)], [span(0, 20), span(30, 60)]],
  ['the beginning', [span(-10, 20)], [span(20, 60)]],
  ['everything', [span(0, 60)], []],
  ['parts that overlap', [span(10, 30), span(20, 50)], [span(0, 10), span(50, 60)]],
])('an hour without %s', (_, taken, left) => {
  expect(without([span(0, 60)], taken)).toEqual(left);
});

test.each([
  [[], [], 0],
  [[[540, 1080]], [], 9],
  [
    [
      [540, 780],
      [840, 1080],
    ],
    [],
    8,
  ],
  [[[540, 1080]], [span(0, 720)], 6],
  [[[540, 1080]], [span(0, 1440)], 0],
] as const)('%j less %j: %s hours', (shifts, off, hours) => {
  expect(hoursAvailable(shifts, off)).toBe(hours);
});
