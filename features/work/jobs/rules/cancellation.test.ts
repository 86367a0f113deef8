import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import { canBeCancelled, cancellationOf, cancellationTermsOf, type OnBehalfOf } from './cancellation.ts';

const start = Temporal.Instant.from('2026-12-05T09:00:00+08:00');
const hoursBefore = (hours: number) => start.subtract({ seconds: hours * 3600 });

/** Hours ahead, on behalf of, cents paid, hours used → cents kept, cents back, hours back, hours forfeited. */
const cases: readonly [string, number, OnBehalfOf, number, number, readonly number[]][] = [
  ['two days ahead, by card', 48, 'customer', 12_300, 0, [0, 12_300, 0, 0]],
  ['exactly 24 hours ahead', 24, 'customer', 12_300, 0, [0, 12_300, 0, 0]],
  ['a second less than 24 hours ahead', 24 - 1 / 3600, 'customer', 12_300, 0, [6150, 6150, 0, 0]],
  ['an hour ahead', 1, 'customer', 12_300, 0, [6150, 6150, 0, 0]],
  ['an odd cent is kept', 1, 'customer', 8101, 0, [4051, 4050, 0, 0]],
  ['paid with hours, in time', 30, 'customer', 0, 3, [0, 0, 3, 0]],
  ['paid with hours, late', 3, 'customer', 0, 3, [0, 0, 1.5, 1.5]],
  ['paid with half hours, late: rounded in favour of the customer', 3, 'customer', 0, 2.5, [0, 0, 1.5, 1]],
  ['paid with half an hour, late', 3, 'customer', 0, 0.5, [0, 0, 0.5, 0]],
  ['paid with card and hours, late', 3, 'customer', 1500, 3, [750, 750, 1.5, 1.5]],
  ['cancelled by the company, an hour ahead', 1, 'company', 12_300, 3, [0, 12_300, 3, 0]],
  ['cancelled by the company, after the start', -1, 'company', 12_300, 0, [0, 12_300, 0, 0]],
  ['nothing paid', 1, 'customer', 0, 0, [0, 0, 0, 0]],
];

/** Other terms set by the office: free until this many hours before the start, then this percentage is kept. */
const otherTerms: readonly [string, [number, number], number, readonly number[]][] = [
  ['free until two hours before', [2, 50], 2, [0, 12_300]],
  ['half after that', [2, 50], 1.99, [6150, 6150]],
  ['a third is kept, two days ahead', [72, 33], 48, [4059, 8241]],
  ['everything is kept', [24, 100], 3, [12_300, 0]],
  ['nothing is ever kept', [24, 0], 0.5, [0, 12_300]],
  ['free until the start', [0, 50], 0, [0, 12_300]],
];

describe('what a cancellation costs', () => {
  test.each(cases)('%s', (...row) => {
    const [, ahead, onBehalfOf, paid, credits, expected] = row;
    const visit = { terms: cancellationTermsOf(DEFAULTS), start, isPaid: true, toCharge: 0, paid, credits };
    const outcome = cancellationOf(visit, onBehalfOf, hoursBefore(ahead));
    const { fee, refund, creditsReturned, creditsForfeited } = outcome;
    expect([fee, refund, creditsReturned, creditsForfeited]).toEqual(expected);
    expect(fee + refund).toBe(paid);
    expect(creditsReturned + creditsForfeited).toBe(credits);
  });

  test.each(otherTerms)('with other terms: %s', (...row) => {
    const [, [cancelFreeHours, lateFeePercent], ahead, [fee, refund]] = row;
    const terms = cancellationTermsOf({ cancelFreeHours, lateFeePercent });
    const visit = { terms, start, isPaid: true, toCharge: 0, paid: 12_300, credits: 0 };
    expect(cancellationOf(visit, 'customer', hoursBefore(ahead))).toMatchObject({ fee, refund });
    expect(cancellationOf(visit, 'company', hoursBefore(ahead))).toMatchObject({ fee: 0, refund: 12_300 });
  });

  test('costs nothing while the visit is only held', () => {
    const visit = {
      terms: cancellationTermsOf(DEFAULTS),
      start,
      isPaid: false,
      toCharge: 0,
      paid: 0,
      credits: 3,
    };
    expect(cancellationOf(visit, 'customer', hoursBefore(1))).toMatchObject({ creditsReturned: 3, fee: 0 });
  });
});

describe('what the cancellation of a visit costs that the saved card would have paid', () => {
  test.each([
    ['in time', 25, 'customer', 8100, { fee: 0, refund: 0 }],
    ['late', 3, 'customer', 8101, { fee: 4051, refund: 0, feeCharged: true }],
    ['late, by the company', 3, 'company', 8100, { fee: 0, refund: 0 }],
    ['late, with a fee too small to charge', 3, 'customer', 98, { fee: 0, refund: 0 }],
  ] as const)('%s', (...row) => {
    const [, ahead, onBehalfOf, toCharge, expected] = row;
    const visit = {
      terms: cancellationTermsOf(DEFAULTS),
      start,
      isPaid: false,
      toCharge,
      paid: 0,
      credits: 1.5,
    };
    const outcome = cancellationOf(visit, onBehalfOf, hoursBefore(ahead));
    expect(outcome).toEqual({ ...expected, creditsReturned: 1.5, creditsForfeited: 0 });
  });
});

describe('whether a visit can be cancelled', () => {
  const visit = { status: 'paid', start, begun: false, finished: false };
  test.each([
    ['by the customer until it starts', visit, 'customer', 0.01, true],
    ['not by the customer at the moment it starts', visit, 'customer', 0, false],
    ['not by the customer once a cleaner has clocked in', { ...visit, begun: true }, 'customer', 1, false],
    ['by the customer while it is held', { ...visit, status: 'pending' }, 'customer', 1, true],
    ['by the office after the start', visit, 'office', -2, true],
    ['by the office while it is in progress', { ...visit, begun: true }, 'office', -1, true],
    ['not once it is done', { ...visit, begun: true, finished: true }, 'office', -3, false],
    ['not once it has expired', { ...visit, status: 'expired' }, 'office', 5, false],
    ['not twice', { ...visit, status: 'cancelled' }, 'office', 5, false],
  ] as const)('%s', (...row) => {
    const [, of, who, ahead, expected] = row;
    expect(canBeCancelled(of, who, hoursBefore(ahead))).toBe(expected);
  });
});
