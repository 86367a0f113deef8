import { expect, test } from 'vitest';
import { csvFileName, csvMobile, csvTime } from './csv.ts';

test.each([
  ['2026-11-26T09:00:00.123456+08:00', '2026-11-26 09:00'],
  ['2026-11-26T09:00:00+08:00', '2026-11-26 09:00'],
  [null, ''],
])('the time %s is written as %j', (wire, text) => {
  expect(csvTime(wire)).toBe(text);
});

test.each([
  ['6591234567', '9123 4567'],
  ['', ''],
  [null, ''],
  ['60123456789', '60123456789'],
  ['call me', 'call me'],
])('the mobile %s is written as %j', (mobile, text) => {
  expect(csvMobile(mobile)).toBe(text);
});

test.each([
  [{ from_date: '2026-11-01', to_date: '2026-11-30' }, 'jobs-2026-11-01-to-2026-11-30'],
  [{ from_date: '2026-11-01', to_date: '2026-11-01' }, 'jobs-2026-11-01'],
  [{ from_date: '2026-11-01' }, 'jobs-from-2026-11-01'],
  [{ to_date: '2026-11-30' }, 'jobs-until-2026-11-30'],
  [{}, 'jobs-2026-11-26'],
])('the file for %o is named %s', (query, name) => {
  expect(csvFileName('jobs', query, '2026-11-26')).toBe(name);
});
