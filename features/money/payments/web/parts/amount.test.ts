import { expect, it } from 'vitest';
import { centsOf, dollarsOf } from './amount.ts';

it.each([
  ['120', 12_000],
  ['120.5', 12_050],
  [' 1,024.00 ', 102_400],
  ['-15', -1500],
  ['0', 0],
  ['-0', 0],
  ['', null],
  ['1.005', null],
  ['1e3', null],
  ['--1', null],
  ['1234567', null],
])('reads %j as %j cents', (written, cents) => {
  expect(centsOf(written)).toBe(cents);
});

it('writes cents as dollars', () => {
  expect(dollarsOf(-12_350)).toBe('-123.50');
});
