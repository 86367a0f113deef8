import { expect, it } from 'vitest';
import { columnsFor } from './hours-wall.tsx';

it.each([
  [0.5, 1],
  [2, 2],
  [2.5, 3],
  [12, 6],
  [24, 8],
  [26, 8],
  [48, 12],
  [60, 12],
  [144, 12],
])('lays out %d hours %d tiles wide', (hours, columns) => {
  expect(columnsFor(hours)).toBe(columns);
});
