import { expect, test } from 'vitest';
import { joinRequests } from '#features/work/jobs/rules/wishes.ts';
import { lastWishesOf } from './details-step.tsx';

const bookings = [
  {
    addressID: 'flat',
    specialRequests: joinRequests({ wishes: ['shoes', 'no-bleach'], text: 'The cat hides' }),
  },
  { addressID: 'office', specialRequests: 'Ring twice' },
  { addressID: 'flat', specialRequests: joinRequests({ wishes: ['oven'], text: '' }) },
];

test.each([
  ['of the last booking for the home, without its free text', 'flat', ['shoes', 'no-bleach']],
  ['none if the last booking for the home had none', 'office', []],
  ['none for a home without bookings', 'new', []],
  ['none before a home is chosen', null, []],
])('the wishes are %s', (_name, addressID, wishes) => {
  expect(lastWishesOf(bookings, addressID)).toEqual(wishes);
});
