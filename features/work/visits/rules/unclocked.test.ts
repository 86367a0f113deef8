import { expect, test } from 'vitest';
import { whyNotUnclocked } from './unclocked.ts';

const noon = Temporal.Instant.from('2026-11-26T12:00:00+08:00');
const visit = { status: 'paid', end: noon, begun: false };

test.each([
  ['at its end', {}, 0, null],
  ['to be paid later', { status: 'confirmed' }, 0, null],
  ['a second before its end', {}, -1, 'not_over'],
  ['someone has clocked in', { begun: true }, 0, 'someone_came'],
  ['cancelled', { status: 'cancelled' }, 0, 'not_paid'],
  ['never paid', { status: 'expired' }, 0, 'not_paid'],
])('whether it took place is asked of a visit: %s', (_why, change, seconds, expected) => {
  expect(whyNotUnclocked({ ...visit, ...change }, noon.add({ seconds }))).toBe(expected);
});
