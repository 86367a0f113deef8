import { describe, expect, it } from 'vitest';
import {
  expiredParts,
  hoursIn,
  type Lot,
  type LotUse,
  liveLots,
  shareReturn,
  takeBack,
  takeFrom,
  tiersOf,
} from './lots.ts';

const now = Temporal.Instant.from('2026-11-23T10:00:00+08:00');
const inDays = (days: number) => now.add({ hours: 24 * days });

function lot(id: string, more: Partial<Lot> = {}): Lot {
  return {
    id,
    perHour: 27,
    remaining: 4,
    costLeft: 0,
    expiresAt: inDays(30),
    purchasedAt: now.subtract({ hours: 1 }),
    ...more,
  };
}
const hoursByID = (parts: readonly { lotID: string; hours: number }[]) =>
  parts.map(({ lotID, hours }) => `${lotID} ${hours}`);

describe('taking hours', () => {
  it.each<[string, Lot[], number, string | undefined, string[]]>([
    [
      'from the soonest to expire',
      [lot('late', { expiresAt: inDays(60) }), lot('soon')],
      5,
      undefined,
      ['soon 4', 'late 1'],
    ],
    [
      'from what never expires last',
      [lot('never', { expiresAt: null }), lot('soon')],
      5,
      undefined,
      ['soon 4', 'never 1'],
    ],
    [
      'from free ones first on the same day',
      [lot('paid'), lot('free', { perHour: 0 })],
      5,
      undefined,
      ['free 4', 'paid 1'],
    ],
    [
      'from the oldest first of equals',
      [lot('new'), lot('old', { purchasedAt: inDays(-9) })],
      5,
      undefined,
      ['old 4', 'new 1'],
    ],
    [
      'from unpaid ones first on the same day',
      [lot('paid', { costLeft: 9000, purchasedAt: inDays(-9) }), lot('given')],
      5,
      undefined,
      ['given 4', 'paid 1'],
    ],
    [
      'from the cheaper tier first of equals',
      [lot('a', { costLeft: 10800 }), lot('b', { perHour: 24, costLeft: 9600 })],
      5,
      undefined,
      ['b 4', 'a 1'],
    ],
    [
      'from the named one first',
      [lot('soon'), lot('named', { expiresAt: null })],
      5,
      'named',
      ['named 4', 'soon 1'],
    ],
    ['at most what there is', [lot('only')], 9, undefined, ['only 4']],
    ['not from expired lots, to the instant', [lot('gone', { expiresAt: now })], 1, undefined, []],
    ['none if none are wanted', [lot('only')], 0, undefined, []],
  ])('%s', (...[, lots, wanted, first, expected]) => {
    expect(hoursByID(takeFrom(lots, wanted, { now, first }))).toEqual(expected);
  });

  it('takes the proportional cents, and the remainder with the last hour', () => {
    const paid = lot('paid', { remaining: 3, costLeft: 1000 });
    const [first] = takeFrom([paid], 1, { now });
    expect(first?.cost).toBe(333);
    const [second] = takeFrom([{ ...paid, remaining: 2, costLeft: 667 }], 1, { now });
    expect(second?.cost).toBe(334);
    const [last] = takeFrom([{ ...paid, remaining: 1, costLeft: 333 }], 1, { now });
    expect(last?.cost).toBe(333);
  });
});

describe('returning hours of a job', () => {
  const use = (lotID: string, more: Partial<LotUse> = {}): LotUse => ({
    lotID,
    perHour: 27,
    hours: 2,
    cost: 5400,
    expiresAt: inDays(30),
    purchasedAt: inDays(-1),
    ...more,
  });

  it.each<[string, LotUse[], number, string[]]>([
    [
      'to the lot that lasts longest first',
      [use('soon'), use('late', { expiresAt: inDays(60) })],
      3,
      ['late 2', 'soon 1'],
    ],
    [
      'to the one that never expires before that',
      [use('never', { expiresAt: null }), use('soon')],
      1,
      ['never 1', 'soon 0'],
    ],
    [
      'to paid hours before free ones',
      [use('free', { perHour: 0, cost: 0 }), use('paid')],
      2,
      ['paid 2', 'free 0'],
    ],
    ['to paid hours before given ones', [use('given', { cost: 0 }), use('paid')], 2, ['paid 2', 'given 0']],
    [
      'to the newest first of equals',
      [use('old', { purchasedAt: inDays(-9) }), use('new')],
      2,
      ['new 2', 'old 0'],
    ],
    ['to the more expensive tier first of equals', [use('b', { perHour: 24 }), use('a')], 2, ['a 2', 'b 0']],
    ['all of them', [use('only')], Infinity, ['only 2']],
    ['none of them', [use('only')], 0, ['only 0']],
  ])('%s', (...[, uses, hours, expected]) => {
    expect(hoursByID(shareReturn(uses, hours))).toEqual(expected);
    expect(hoursByID(shareReturn(uses.toReversed(), hours))).toEqual(expected);
  });

  it('returns the cents that were paid for them', () => {
    expect(shareReturn([use('only', { hours: 3, cost: 1000 })], 1)[0]?.cost).toBe(333);
    expect(shareReturn([use('only', { hours: 3, cost: 1000 })], 3)[0]?.cost).toBe(1000);
  });
});

it('takes back unpaid hours first, within the tier only', () => {
  const lots = [
    lot('paid', { costLeft: 9000, expiresAt: inDays(1) }),
    lot('given'),
    lot('other', { perHour: 25 }),
  ];
  expect(hoursByID(takeBack(lots, { perHour: 27, numCredits: 5 }, { now }))).toEqual(['given 4', 'paid 1']);
});

it('computes live hours, expired parts and tiers', () => {
  const lots = [
    lot('live', { remaining: 1.5 }),
    lot('gone', { expiresAt: now, costLeft: 70 }),
    lot('empty', { remaining: 0 }),
    lot('free', { perHour: 0 }),
  ];
  expect(liveLots(lots, now).map(({ id }) => id)).toEqual(['free', 'live']);
  expect(expiredParts(lots, now)).toEqual([{ lotID: 'gone', perHour: 27, hours: 4, cost: 70 }]);
  expect(hoursIn(lots, now)).toBe(5.5);
  expect(tiersOf(lots, now)).toEqual([
    { perHour: 27, numCredits: 1.5 },
    { perHour: 0, numCredits: 4 },
  ]);
});
