import { expect, test } from 'vitest';
import { CHARGE_TIMES, mandateOf } from '#features/catalogue/settings/rules/charge-times.ts';
import { bookingTexts } from './texts.ts';

test.each(CHARGE_TIMES)('the mandate that is shown for %s is the one that is stored', (when) => {
  expect(bookingTexts.en.pay.mandate[when]).toBe(mandateOf(when, '{{business}}'));
});
