import { type Cents, gstInside } from '#platform/kernel/money.ts';

/** A transaction, and the refunds of the same payment before it. */
export interface Moved {
  /** Cents; negative for a refund. */
  readonly total: Cents;
  /** The sum of the earlier refunds, negative, less those that were reversed; 0 for a payment. */
  readonly refundsBefore: Cents;
}

/**
 * The GST in a transaction. Of a refund: the GST in all refunds of its payment until then, less that in the earlier ones.
 * So the credit notes of a payment that is refunded in any parts have its GST, to the cent.
 */
export function gstOf({ total, refundsBefore }: Moved, percent: number): Cents {
  return gstInside(refundsBefore + total, percent) - gstInside(refundsBefore, percent);
}
