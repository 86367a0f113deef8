import { expect, test } from 'vitest';
import { paidTime, sharedTimes, type VisitTime } from './paid-time.ts';

const NINE = Date.parse('2026-11-26T09:00:00+08:00');
const minutes = (count: number) => NINE + count * 60_000;

/** Three hours from 9:00 without a break, unless a case says otherwise. */
const visit: VisitTime = {
  start: NINE,
  end: minutes(180),
  midnight: minutes(15 * 60),
  plannedMinutes: 180,
  breakMinutes: 0,
  startedAt: NINE,
  finishedAt: minutes(180),
  isCorrected: false,
  isCancelled: false,
  isPaidBefore: false,
  shared: 0,
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
  [
    'three hours longer',
    { finishedAt: minutes(360) },
    { clockedMinutes: 360, paidMinutes: 360, flag: 'longer' },
  ],
  [
    'a minute more: the clock-out was forgotten',
    { finishedAt: minutes(361) },
    { clockedMinutes: 361, paidMinutes: 180, flag: 'implausible' },
  ],
  [
    'clocked out the next morning',
    { finishedAt: minutes(1445) },
    { clockedMinutes: 1445, paidMinutes: 180, flag: 'implausible' },
  ],
  [
    'clocked out after midnight',
    { midnight: minutes(200), finishedAt: minutes(201) },
    { clockedMinutes: 201, paidMinutes: 180, flag: 'implausible' },
  ],
  [
    'as long, but set by the office',
    { finishedAt: minutes(361), isCorrected: true },
    { clockedMinutes: 361, paidMinutes: 361, flag: 'longer' },
  ],
  [
    'half an hour belongs to an earlier visit',
    { shared: 30 * 60_000 },
    { clockedMinutes: 180, paidMinutes: 150, flag: 'overlap' },
  ],
  [
    'five minutes belong to an earlier visit',
    { shared: 5 * 60_000 },
    { clockedMinutes: 180, paidMinutes: 180, flag: 'overlap' },
  ],
  [
    'not clocked, and half of it belongs to an earlier visit',
    { startedAt: null, finishedAt: null, shared: 90 * 60_000 },
    { clockedMinutes: null, paidMinutes: 90, flag: 'no-clock-in' },
  ],
])('%s', (_name, change, paid) => {
  expect(paidTime({ ...visit, ...change })).toEqual(paid);
});

test.each<[string, readonly (readonly [number, number | null])[], readonly number[]]>([
  [
    'one after the other',
    [
      [0, 180],
      [180, 360],
    ],
    [0, 0],
  ],
  [
    'the first runs over',
    [
      [0, 200],
      [180, 360],
    ],
    [0, 20],
  ],
  [
    'in any order',
    [
      [180, 360],
      [0, 200],
    ],
    [20, 0],
  ],
  [
    'one within the other',
    [
      [0, 300],
      [60, 120],
    ],
    [0, 60],
  ],
  [
    'three at once',
    [
      [0, 180],
      [60, 240],
      [90, 300],
    ],
    [0, 120, 150],
  ],
  [
    'a gap between earlier ones',
    [
      [0, 20],
      [100, 200],
      [150, 250],
    ],
    [0, 0, 50],
  ],
  [
    'still open when the next begins: as planned',
    [
      [0, null],
      [120, 300],
    ],
    [0, 60],
  ],
  [
    'forgotten until the next day: as planned',
    [
      [0, 1445],
      [270, 450],
    ],
    [0, 0],
  ],
])('the time that visits share: %s', (_name, clocks, shared) => {
  const visits = clocks.map(([from, to]) => ({
    ...visit,
    startedAt: minutes(from),
    finishedAt: to === null ? null : minutes(to),
  }));
  expect(sharedTimes(visits).map((ms) => ms / 60_000)).toEqual(shared);
});
