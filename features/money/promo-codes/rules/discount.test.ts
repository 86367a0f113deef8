import { describe, expect, it } from 'vitest';
import { discountOf, discountText, type ListPrice, type PromoTerms } from './discount.ts';

/** 4 hours at S$30 and S$15 of supplies. */
const visit: ListPrice = { subtotal: 13_500, work: 12_000, workHours: 4 };

describe('the discount of a code', () => {
  it.each<[string, PromoTerms, Partial<ListPrice>, number]>([
    ['percent of the total', { type: 'percent', amount: 10 }, {}, 1350],
    ['percent, rounded to the cent, halves up', { type: 'percent', amount: 10 }, { subtotal: 1005 }, 101],
    ['a hundred percent', { type: 'percent', amount: 100 }, {}, 13_500],
    ['an amount', { type: 'amount', amount: 2000 }, {}, 2000],
    ['an amount above the price: the price', { type: 'amount', amount: 20_000 }, {}, 13_500],
    ['hours, at the rate of the work', { type: 'hours', amount: 2 }, {}, 6000],
    ['half an hour', { type: 'hours', amount: 0.5 }, {}, 1500],
    ['more hours than there are: the work, not the supplies', { type: 'hours', amount: 9 }, {}, 12_000],
    [
      'hours at a rate with fractions of a cent',
      { type: 'hours', amount: 1 },
      { work: 10_000, workHours: 3 },
      3333,
    ],
    ['hours where no work is paid', { type: 'hours', amount: 2 }, { work: 0, workHours: 0 }, 0],
    ['a price of zero', { type: 'amount', amount: 2000 }, { subtotal: 0 }, 0],
  ])('%s', (_name, terms, price, expected) => {
    expect(discountOf(terms, { ...visit, ...price })).toBe(expected);
  });
});

it.each<[PromoTerms, string]>([
  [{ type: 'percent', amount: 10 }, '10% off'],
  [{ type: 'amount', amount: 2000 }, 'S$20 off'],
  [{ type: 'amount', amount: 1250 }, 'S$12.50 off'],
  [{ type: 'hours', amount: 1 }, '1 hour off'],
  [{ type: 'hours', amount: 1.5 }, '1.5 hours off'],
])('%j reads %s', (terms, words) => {
  expect(discountText(terms)).toBe(words);
});
