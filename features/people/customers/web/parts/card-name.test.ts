import { expect, test } from 'vitest';
import { cardName } from './card-name.ts';

test.each([
  ['visa', 'Visa 4242'],
  ['amex', 'American Express 4242'],
  ['eftpos_au', '•••• 4242'],
  ['', '•••• 4242'],
])('a card of brand "%s" is called %s', (brand, name) => {
  expect(cardName({ brand, last4: '4242' })).toBe(name);
});
