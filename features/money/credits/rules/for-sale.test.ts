import { expect, it } from 'vitest';
import { CREDIT_TIERS } from '#features/catalogue/packages/rules/package.ts';
import { HIGHEST_HOURLY_PRICE, packsOf, savingOf } from './for-sale.ts';

const pack = (credits: number, pricePerHour: number, category = 'credit') => ({
  category,
  credits,
  pricePerHour,
  price: credits * pricePerHour,
});

it('lists packages of hours, smallest first, without visits or free hours', () => {
  const offered = packsOf([pack(48, 2400), pack(2, 0), pack(4, 2600, 'HDB 4-room'), pack(12, 2700)]);
  expect(offered.map(({ credits }) => credits)).toEqual([12, 48]);
});

it.each([
  [pack(12, 2700), 0],
  [pack(24, 2500), 4800],
  [pack(48, 2400), 14_400],
  [{ credits: 0.5, price: 1500 }, 0],
])('computes what %j saves', (of, saved) => {
  expect(savingOf(of)).toBe(saved);
});

it('computes savings against the most expensive tier', () => {
  expect(HIGHEST_HOURLY_PRICE).toBe(Math.max(...CREDIT_TIERS));
});
