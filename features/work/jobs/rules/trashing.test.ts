import { expect, test } from 'vitest';
import { whyNotTrashable } from './trashing.ts';

const NOON = Date.parse('2026-11-25T12:00:00+08:00');
const job = { status: 'paid', stage: 'upcoming', end: NOON + 1, wasPaid: true, isCharged: false };

test.each([
  ['paid and upcoming', {}, 'visit_ahead'],
  ['to be paid later', { status: 'confirmed', wasPaid: false }, 'visit_ahead'],
  ['in progress', { stage: 'in-progress' }, 'visit_ahead'],
  ['finished early', { stage: 'done' }, 'visit_happened'],
  ['done', { stage: 'done', end: NOON }, 'visit_happened'],
  ['paid and over, never clocked', { end: NOON }, 'visit_happened'],
  [
    'done and not paid yet',
    { status: 'confirmed', stage: 'done', end: NOON, wasPaid: false },
    'visit_happened',
  ],
  ['never paid and over, never clocked', { status: 'confirmed', end: NOON, wasPaid: false }, null],
  ['unpaid', { status: 'pending', wasPaid: false }, null],
  ['expired', { status: 'expired', wasPaid: false }, null],
  ['cancelled before it was paid', { status: 'cancelled', wasPaid: false }, null],
  ['cancelled after it was paid', { status: 'cancelled' }, 'visit_happened'],
  ['cancelled late, with a fee', { status: 'cancelled', wasPaid: false, isCharged: true }, 'visit_happened'],
  ['cancelled under way', { status: 'cancelled', stage: 'in-progress', wasPaid: false }, 'visit_happened'],
])('%s', (_why, change, expected) => {
  expect(whyNotTrashable({ ...job, ...change }, NOON)).toBe(expected);
});
