import { describe, expect, it } from 'vitest';
import {
  hasUseLeft,
  type JudgedCode,
  type PromoQuestion,
  promoSentence,
  whyCodeNotValid,
} from './why-not-valid.ts';

const open: JudgedCode = {
  startDate: null,
  endDate: null,
  bookingTypes: [],
  packages: [],
  regions: [],
  firstBookingOnly: false,
  totalAllocation: null,
  maxPerCustomer: null,
  taken: 0,
  takenByCustomer: 0,
};
const today = Temporal.PlainDate.from('2026-11-23');
const asked: PromoQuestion = {
  jobType: 'one-time',
  packageID: 'a',
  regionID: 'east',
  hasBooked: false,
  today,
};

const ANOTHER_KIND = 'This code is for another kind of clean.';
const ANOTHER_PACKAGE = 'This code is for another package.';
const ALL_GONE = 'This code has been used up.';

describe('validity of a code', () => {
  it.each<[string, Partial<JudgedCode>, string | null]>([
    ['no terms at all', {}, null],
    ['on its first day', { startDate: '2026-11-23' }, null],
    ['a day before', { startDate: '2026-11-24' }, 'This code starts on 24 Nov 2026.'],
    ['on its last day', { endDate: '2026-11-23' }, null],
    ['a day after', { endDate: '2026-11-22' }, 'This code ended on 22 Nov 2026.'],
    ['on its only day', { startDate: '2026-11-23', endDate: '2026-11-23' }, null],
    ['of its kinds', { bookingTypes: ['regular', 'one-time'] }, null],
    ['another kind', { bookingTypes: ['spring-cleaning'] }, ANOTHER_KIND],
    ['of its packages', { packages: ['b', 'a'] }, null],
    ['another package', { packages: ['b'] }, ANOTHER_PACKAGE],
    ['one is left', { totalAllocation: 3, taken: 2 }, null],
    ['none is left', { totalAllocation: 3, taken: 3 }, ALL_GONE],
    ['none ever was', { totalAllocation: 0 }, ALL_GONE],
    ['without a limit', { taken: 100_000 }, null],
    ['once more for this customer', { maxPerCustomer: 2, takenByCustomer: 1 }, null],
    ['used by them', { maxPerCustomer: 1, takenByCustomer: 1 }, 'You have already used this code.'],
    [
      'used by them as many times as it allows',
      { maxPerCustomer: 2, takenByCustomer: 2 },
      'You have used this code as many times as it allows.',
    ],
    [
      'used by them and used up: the reason about them',
      { maxPerCustomer: 1, takenByCustomer: 1, totalAllocation: 1, taken: 1 },
      'You have already used this code.',
    ],
  ])('%s', (_name, terms, expected) => {
    const why = whyCodeNotValid({ ...open, ...terms }, asked);
    expect(why && promoSentence(why)).toBe(expected);
  });
});

describe('a code for some regions', () => {
  it.each<[string, PromoQuestion['regionID'], string | null]>([
    ['inside', 'east', null],
    ['outside', 'west', 'This code is for homes in another area.'],
    ['without a region', null, 'This code is for homes in another area.'],
    ['not known yet', undefined, null],
  ])('and a home %s', (_name, regionID, expected) => {
    const why = whyCodeNotValid({ ...open, regions: ['north', 'east'] }, { ...asked, regionID });
    expect(why && promoSentence(why)).toBe(expected);
  });
});

it.each([
  [true, true, 'This code is for a first booking.'],
  [true, false, null],
  [false, true, null],
])('first booking only: %s, has booked: %s', (firstBookingOnly, hasBooked, expected) => {
  const why = whyCodeNotValid({ ...open, firstBookingOnly }, { ...asked, hasBooked });
  expect(why && promoSentence(why)).toBe(expected);
});

describe('whether a use is left', () => {
  it.each<[string, Partial<JudgedCode>, boolean]>([
    ['without a limit', { taken: 100_000, takenByCustomer: 9 }, true],
    ['one of all', { totalAllocation: 3, taken: 2 }, true],
    ['none of all', { totalAllocation: 3, taken: 3 }, false],
    ['one of this customer’s', { maxPerCustomer: 2, takenByCustomer: 1 }, true],
    ['none of this customer’s', { maxPerCustomer: 2, takenByCustomer: 2 }, false],
    ['outside its dates', { endDate: '2020-01-01' }, true],
  ])('%s', (_name, terms, expected) => {
    expect(hasUseLeft({ ...open, ...terms })).toBe(expected);
  });
});
