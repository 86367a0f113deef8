import type { Cents, Hours } from '#platform/kernel/money.ts';
import type { Lot } from './lots.ts';

/** What an hour counts for when money is given back as hours: the highest tier. Whole dollars. */
export const REFUND_TIER = 27;

/** Hours in place of refunded money: at the highest tier, up to the next half hour, for the customer. */
export function hoursForMoney(cents: Cents): Hours {
  return Math.ceil((cents * 2) / (REFUND_TIER * 100)) / 2;
}

/** What leaves a lot when money that was paid for it goes back. */
export interface TakenBack {
  readonly hours: Hours;
  /** Cents of the lot's cost that leave with the hours. */
  readonly cost: Cents;
  /** The part of them that is not given back: what is left of a half hour's worth. */
  readonly earned: Cents;
}

/**
 * The hours that go when so much of a package's price is given back: as many as were paid for with it, up to the next half
 * hour; all that are left with the last cent. Never at a higher worth than was paid for them. Null when the hours that
 * are left were not worth as much.
 */
export function hoursToTakeBack(lot: Pick<Lot, 'remaining' | 'costLeft'>, refunded: Cents): TakenBack | null {
  const { remaining, costLeft } = lot;
  if (refunded > costLeft) return null;
  const paidFor = refunded === costLeft ? remaining : Math.ceil((refunded * remaining * 2) / costLeft) / 2;
  const hours = Math.min(remaining, paidFor);
  const cost = hours === remaining ? costLeft : refunded;
  return { hours, cost, earned: cost - refunded };
}
