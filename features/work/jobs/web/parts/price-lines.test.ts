// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Quote } from '../../contract/shapes.ts';
import { gstLineOf, priceLinesOf } from './price-lines.ts';
import type { JobsText } from './texts.ts';

/** Returns the name and values of the requested text. */
const t: JobsText = (name, values) =>
  name === 'price.labour' || name === 'price.gst' ? `${name} ${Object.values(values ?? {}).join(' ')}` : name;

const quote: Quote = {
  lines: [
    { code: 'labour', label: 'Cleaning', quantity: 4, unit: 'hour', unitPrice: 3000, amount: 12000 },
    { code: 'supplies', label: 'Supplies and equipment', amount: 1500 },
    { code: 'promo', label: 'WELCOME10', amount: -1200 },
  ],
  subtotal: 13500,
  discount: 1200,
  total: 12300,
  gst: 1016,
  gstRate: 9,
  currency: 'SGD',
};

test('shows a price line by line, in dollars without currency', () => {
  expect(priceLinesOf(quote, { t, language: 'en', crewNote: '1 cleaner' })).toEqual([
    { key: 'labour-0', label: 'price.labour 4 hours S$30', note: '1 cleaner', amount: '120.00' },
    { key: 'supplies-1', label: 'price.supplies', amount: '15.00' },
    { key: 'promo-2', label: 'WELCOME10', amount: '−12.00', good: true },
  ]);
});

test('a fixed package keeps its own name', () => {
  const whole = { ...quote, lines: [{ code: 'package' as const, label: 'Move 3-room', amount: 32000 }] };
  expect(priceLinesOf(whole, { t, language: 'en' })).toEqual([
    { key: 'package-0', label: 'Move 3-room', note: undefined, amount: '320.00' },
  ]);
});

test('GST is shown only if there is some', () => {
  expect(gstLineOf(quote, t)).toBe('price.gst S$10.16');
  expect(gstLineOf({ gst: 0 }, t)).toBeUndefined();
});
