import type { Cents, Hours } from '#platform/kernel/money.ts';

/** The tier at which refunded money is converted to hours: the highest. Whole dollars. */
export const REFUND_TIER = 27;

/**
 * Hours for refunded cents at the highest tier, rounded up to the next half hour in the customer's favour.
 */
export function hoursForMoney(cents: Cents): Hours {
  return Math.ceil((cents * 2) / (REFUND_TIER * 100)) / 2;
}
