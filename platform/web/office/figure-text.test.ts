// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { figureInWords, figureText, readFigure, type Unit } from './figure-text.ts';

test.each<[string, Unit, unknown, string]>([
  ['20', 'S$', 2000, '20.00'],
  ['19.99', 'S$', 1999, '19.99'],
  ['1,024.5', 'S$', 102_450, '1024.50'],
  ['0.105', 'S$', 10.5, '0.105'],
  ['10', '%', 10, '10'],
  [' 1.5 ', 'hours', 1.5, '1.5'],
  ['', 'S$', undefined, ''],
  ['ten', 'S$', 'ten', 'ten'],
])('%j typed as %s is %j, shown as %j', (typed, unit, value, text) => {
  expect(readFigure(typed, unit)).toBe(value);
  expect(figureText(value, unit)).toBe(text);
});

test.each<[number, Unit, string]>([
  [2000, 'S$', 'S$20.00'],
  [10, '%', '10%'],
  [1, 'hours', '1 hour'],
  [1, 'months', '1 month'],
  [60, 'days', '60 days'],
])('%d of %s is shown as %s', (value, unit, words) => {
  expect(figureInWords(value, unit)).toBe(words);
});
