import { expect, test } from 'vitest';
import { isVisitAhead } from './trashing.ts';

const NOON = Date.parse('2026-11-25T12:00:00+08:00');

test.each([
  ['paid and upcoming', { status: 'paid', stage: 'upcoming', end: NOON + 1 }, true],
  ['to be paid later', { status: 'confirmed', stage: 'upcoming', end: NOON + 1 }, true],
  ['in progress', { status: 'paid', stage: 'in-progress', end: NOON + 1 }, true],
  ['finished early', { status: 'paid', stage: 'done', end: NOON + 1 }, false],
  ['over', { status: 'paid', stage: 'upcoming', end: NOON }, false],
  ['unpaid', { status: 'pending', stage: 'upcoming', end: NOON + 1 }, false],
  ['expired', { status: 'expired', stage: 'upcoming', end: NOON + 1 }, false],
  ['cancelled', { status: 'cancelled', stage: 'upcoming', end: NOON + 1 }, false],
])('%s', (_why, job, expected) => {
  expect(isVisitAhead(job, NOON)).toBe(expected);
});
