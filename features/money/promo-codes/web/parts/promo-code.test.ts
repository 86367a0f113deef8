// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { amountOfType } from './promo-code.ts';

test.each([
  ['percent', 10, 'amount', 1000],
  ['amount', 2000, 'percent', 20],
  ['amount', 250, 'hours', 2.5],
  ['hours', 1.5, 'amount', 150],
  ['percent', undefined, 'amount', undefined],
  ['percent', 'ten', 'amount', 'ten'],
])('of type %s, %j becomes, as %s, %j', (type, amount, chosen, expected) => {
  expect(amountOfType(chosen, { type, amount })).toEqual({ amount: expected });
});
