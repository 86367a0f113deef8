import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gstInside } from '#platform/kernel/money.ts';
import { gstOf } from './refund-gst.ts';

/** Amounts of credit notes, and of debit notes for those that did not arrive (negative). */
function gstOfNotes(refunds: readonly number[]): number {
  let refundsBefore = 0;
  return refunds.reduce((sum, cents) => {
    const gst = gstOf({ total: -cents, refundsBefore }, 9);
    refundsBefore -= cents;
    return sum + gst;
  }, 0);
}

test('credit notes of a payment have its GST together, in any split and order, also with reversals', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, fc.array(fc.boolean(), { maxLength: 12 }), (refunds, reversed) => {
      const notes = refunds.flatMap((cents, at) => (reversed[at] ? [cents, -cents, cents] : [cents]));
      const total = refunds.reduce((sum, cents) => sum + cents, 0);
      expect(gstOfNotes(notes) + gstOf({ total, refundsBefore: 0 }, 9)).toBe(0);
    }),
  );
});

test('no credit note differs from its own rounding by more than a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(100_000), (cents, before) => {
      const own = gstInside(-cents, 9);
      expect(Math.abs(gstOf({ total: -cents, refundsBefore: -before }, 9) - own)).toBeLessThanOrEqual(1);
    }),
  );
});

test('S$2.00 refunded in four parts: each rounded alone would give back a cent too little', () => {
  expect(gstOf({ total: 200, refundsBefore: 0 }, 9)).toBe(17);
  expect(4 * gstInside(-50, 9)).toBe(-16);
  expect(gstOfNotes([50, 50, 50, 50])).toBe(-17);
});
