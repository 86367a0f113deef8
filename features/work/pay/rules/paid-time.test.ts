import { expect, test } from 'vitest';
import { paidTime, type VisitTime } from './paid-time.ts';

const NINE = Date.parse('2026-11-26T09:00:00+08:00');
const minutes = (count: number) => NINE + count * 60_000;

/** Three hours from 9:00 without a break, unless a case says otherwise. */
const visit: VisitTime = {
  plannedMinutes: 180,
  breakMinutes: 0,
  startedAt: NINE,
  finishedAt: minutes(180),
  isCancelled: false,
  isPaidBefore: false,
};

test.each<[string, Partial<VisitTime>, ReturnType<typeof paidTime>]>([
  ['as planned', {}, { clockedMinutes: 180, paidMinutes: 180, flag: null }],
  ['ten minutes longer', { finishedAt: minutes(190) }, { clockedMinutes: 190, paidMinutes: 180, flag: null }],
  [
    'eleven minutes longer',
    { finishedAt: minutes(191) },
    { clockedMinutes: 191, paidMinutes: 191, flag: 'longer' },
  ],
  [
    'ten minutes shorter',
    { finishedAt: minutes(170) },
    { clockedMinutes: 170, paidMinutes: 180, flag: null },
  ],
  [
    'eleven minutes shorter',
    { finishedAt: minutes(169) },
    { clockedMinutes: 169, paidMinutes: 169, flag: 'shorter' },
  ],
  [
    'half a minute counts as one',
    { finishedAt: minutes(190.5) },
    { clockedMinutes: 191, paidMinutes: 191, flag: 'longer' },
  ],
  [
    'paid in another month',
    { isPaidBefore: true },
    { clockedMinutes: 180, paidMinutes: 0, flag: 'paid-before' },
  ],
  ['clocked out at once', { finishedAt: NINE }, { clockedMinutes: 0, paidMinutes: 0, flag: 'shorter' }],
  [
    'not clocked in',
    { startedAt: null, finishedAt: null },
    { clockedMinutes: null, paidMinutes: 180, flag: 'no-clock-in' },
  ],
  ['not clocked out', { finishedAt: null }, { clockedMinutes: null, paidMinutes: 180, flag: 'no-clock-out' }],
  [
    'the break was taken',
    { plannedMinutes: 480, breakMinutes: 60, finishedAt: minutes(540) },
    { clockedMinutes: 540, paidMinutes: 480, flag: null },
  ],
  [
    'longer than planned and the break',
    { plannedMinutes: 480, breakMinutes: 60, finishedAt: minutes(600) },
    { clockedMinutes: 600, paidMinutes: 540, flag: 'longer' },
  ],
  [
    'a part of the break was worked',
    { plannedMinutes: 480, breakMinutes: 60, finishedAt: minutes(510) },
    { clockedMinutes: 510, paidMinutes: 480, flag: null },
  ],
  [
    'left before the break',
    { plannedMinutes: 480, breakMinutes: 60, finishedAt: minutes(200) },
    { clockedMinutes: 200, paidMinutes: 200, flag: 'shorter' },
  ],
  [
    'cancelled after the work was done',
    { isCancelled: true },
    { clockedMinutes: 180, paidMinutes: 180, flag: 'cancelled' },
  ],
])('%s', (_name, change, paid) => {
  expect(paidTime({ ...visit, ...change })).toEqual(paid);
});
