import { expect, test } from 'vitest';
import {
  type Agreed,
  type BookedValues,
  changedNames,
  isPricedAnew,
  isPromoCheckedAgain,
  whyOwnerStays,
  whyPackageStays,
} from './correcting.ts';

const booked: BookedValues = {
  customerID: 'mei',
  packageID: 'one-time',
  hours: 3,
  numCleaners: 1,
  jobType: 'one-time',
  cleanerType: 'any',
  requireCleaningSupplies: false,
};

const changes: readonly [string, Partial<BookedValues>, string, boolean][] = [
  ['nothing', {}, '', false],
  ['the same again', { hours: 3, requireCleaningSupplies: false }, '', false],
  ['another customer', { customerID: 'siti' }, 'customerID', false],
  ['more hours', { hours: 4 }, 'hours', true],
  ['another package and crew', { packageID: 'deep', numCleaners: 2 }, 'packageID numCleaners', true],
  ['supplies', { requireCleaningSupplies: true }, 'requireCleaningSupplies', true],
  ['whom they prefer', { cleanerType: 'preferred' }, 'cleanerType', false],
];

test.each(changes)('changed: %s', (_what, update, names, isPriced) => {
  const changed = changedNames(booked, update);
  expect([...changed].join(' ')).toBe(names);
  expect(isPricedAnew(changed)).toBe(isPriced);
});

const unpaid: Agreed = { status: 'pending', isOfSeries: false, hasPromo: false, creditsUsed: 0 };

type Corrections = readonly [
  owner: ReturnType<typeof whyOwnerStays>,
  pack: ReturnType<typeof whyPackageStays>,
  promo: boolean,
];

const corrections: readonly [string, Partial<Agreed>, Corrections][] = [
  ['held', {}, [null, null, false]],
  ['held, with a promo code', { hasPromo: true }, ['personal', null, true]],
  ['held, with hours', { creditsUsed: 3 }, ['personal', null, false]],
  ['a series', { isOfSeries: true }, ['personal', null, false]],
  ['paid', { status: 'paid' }, ['goes-ahead', null, false]],
  ['paid, with a promo code', { status: 'paid', hasPromo: true }, ['goes-ahead', null, false]],
  ['paid with hours', { status: 'paid', creditsUsed: 3 }, ['goes-ahead', 'paid-with-hours', false]],
  [
    'to be paid later, with a promo code',
    { status: 'confirmed', hasPromo: true },
    ['goes-ahead', null, true],
  ],
];

test.each(corrections)('%s', (_what, more, expected) => {
  const agreed = { ...unpaid, ...more };
  expect([whyOwnerStays(agreed), whyPackageStays(agreed), isPromoCheckedAgain(agreed)]).toEqual(expected);
});
