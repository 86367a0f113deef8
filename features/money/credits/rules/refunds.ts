import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { Lot } from './lots.ts';

/** What leaves a lot when money that was paid for it is refunded. */
export interface TakenBack {
  readonly hours: Hours;
  /** Cents of the lot's cost that leave with the hours. */
  readonly cost: Cents;
  /** The part of that cost that is not refunded: the remainder of the last half hour. */
  readonly earned: Cents;
}

/**
 * The hours that a refund of a package takes: as many as the amount paid for, rounded up to the next half
 * hour; all remaining ones with the last cent. Never more value per hour than was paid. Null if the remaining
 * hours are worth less than the refund.
 */
export function hoursToTakeBack(lot: Pick<Lot, 'remaining' | 'costLeft'>, refunded: Cents): TakenBack | null {
  const { remaining, costLeft } = lot;
  if (refunded > costLeft) return null;
  const paidFor = refunded === costLeft ? remaining : Math.ceil((refunded * remaining * 2) / costLeft) / 2;
  const hours = Math.min(remaining, paidFor);
  const cost = hours === remaining ? costLeft : refunded;
  return { hours, cost, earned: cost - refunded };
}
