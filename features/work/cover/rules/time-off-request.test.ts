import { expect, test } from 'vitest';
import { isAlreadyRequested, whyNotRequested } from './time-off-request.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const days = (first: string, last: string) => ({ first: day(first), last: day(last) });

test.each([
  ['tomorrow', '2026-12-02', '2026-12-02', null],
  ['today', '2026-12-01', '2026-12-02', 'firstDay'],
  ['a past day', '2026-11-30', '2026-12-02', 'firstDay'],
  ['backwards', '2026-12-05', '2026-12-04', 'lastDay'],
  ['60 days', '2026-12-02', '2027-01-30', null],
  ['61 days', '2026-12-02', '2027-01-31', 'lastDay'],
  ['the last day within a year', '2027-11-30', '2027-12-01', null],
  ['more than a year ahead', '2027-12-01', '2027-12-02', 'lastDay'],
])('time off from %s: %s to %s', (_name, first, last, path) => {
  expect(whyNotRequested(days(first, last), day('2026-12-01'))?.path ?? null).toBe(path);
});

test.each([
  ['2026-12-10', '2026-12-12', true],
  ['2026-12-12', '2026-12-14', true],
  ['2026-12-09', '2026-12-10', true],
  ['2026-12-11', '2026-12-11', true],
  ['2026-12-13', '2026-12-14', false],
  ['2026-12-08', '2026-12-09', false],
])('with an open request for 10 to 12 December, %s to %s is already requested: %s', (first, last, is) => {
  expect(isAlreadyRequested([days('2026-12-10', '2026-12-12')], days(first, last))).toBe(is);
});
