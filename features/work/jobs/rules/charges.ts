import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { isUnpaid } from './status.ts';

/** What the office charges a visit for, besides what was agreed. */
export const CHARGE_REASONS = ['extra-time', 'parking', 'key', 'lock-out', 'other'] as const;
/** The office takes something off. */
export const DISCOUNT = 'discount';
/** The reasons of the lines of a price, and of what a visit owes beside its price. */
export const CHARGE_KINDS = [...CHARGE_REASONS, DISCOUNT, 'late-cancellation'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

const NAMES: Readonly<Record<ChargeKind, string>> = {
  'extra-time': 'Extra time',
  parking: 'Parking',
  key: 'Key',
  'lock-out': 'Lock-out fee',
  other: 'Extra charge',
  discount: 'Discount',
  'late-cancellation': 'Late cancellation fee',
};

/** In English, as on receipts: `Parking: Blk 145`. */
export function chargeName(kind: ChargeKind, note: string): string {
  return note === '' ? NAMES[kind] : `${NAMES[kind]}: ${note}`;
}

/**
 * What becomes of the money. `price`: the visit is not paid and costs more or less. `owed`: it is paid or cancelled, and
 * owes this in addition. `refund`: it is paid, costs less, and the difference goes back.
 */
export type ChargeEffect = 'price' | 'owed' | 'refund';

export interface ChargedVisit {
  readonly status: string;
  readonly isTrashed: boolean;
  /** Cents that it costs after promo code and hours. */
  readonly amountToPay: Cents;
  /** The total of its price; another amount if the office has changed it. */
  readonly priced: Cents;
}

export type NotCharged = 'not_chargeable' | 'discount_too_much' | 'charge_too_small';

/** @param cents what the visit costs more; negative: less */
export function chargeEffect(visit: ChargedVisit, cents: Cents): ChargeEffect | NotCharged {
  const { status, isTrashed, amountToPay, priced } = visit;
  if (isTrashed || status === 'expired' || (status === 'cancelled' && cents < 0)) return 'not_chargeable';
  if (-cents > Math.min(amountToPay, priced)) return 'discount_too_much';
  if (isUnpaid(status)) return 'price';
  if (cents < 0) return 'refund';
  return cents < SMALLEST_CHARGE ? 'charge_too_small' : 'owed';
}
