import type { Cents } from '#platform/kernel/money.ts';

/**
 * - amount_mismatch: the provider took a different amount or currency than agreed.
 * - other_payment: it took the amount by a different payment than the attempt's.
 * - unwanted_payment: the money is booked, but a job could not take it, because it is gone or already paid.
 * - unknown_payment: the provider reports a payment that we did not request.
 * - dispute: the cardholder asks their bank for the money back.
 * - refund_failed: a booked refund has not arrived.
 * - unknown_refund: the provider reports a refund that matches none of our payments.
 * - refund_by_hand: a visit paid by cash, PayNow or bank transfer was cancelled, and the office gives the
 *   money back.
 */
export const ALARM_KINDS = [
  'amount_mismatch',
  'other_payment',
  'unwanted_payment',
  'unknown_payment',
  'dispute',
  'refund_failed',
  'unknown_refund',
  'refund_by_hand',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** Whether the alarm pages someone; a refund by hand is the office's ordinary work. */
export function wakesSomebody(kind: AlarmKind): boolean {
  return kind !== 'refund_by_hand';
}

/**
 * refunded: given back at the provider by hand. kept: the money stays, and the purchase stands. not_charged:
 * the provider's records show that no money was taken.
 */
export const RESOLUTIONS = ['refunded', 'kept', 'not_charged'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export interface RaisedAlarm {
  readonly kind: AlarmKind;
  /** Cents taken; null if only the provider knows. */
  readonly cents: Cents | null;
}

/** How the office resolves an alarm. */
export interface AlarmDecision {
  readonly resolution: Resolution;
  /** Singapore cents as the provider shows them; required if the alarm does not know the amount. */
  readonly amount?: Cents | undefined;
}

/** Alarms about money that is already booked. */
const IN_THE_BOOKS: readonly AlarmKind[] = ['unwanted_payment', 'dispute', 'refund_failed', 'refund_by_hand'];

/** The field of a resolution that does not fit its alarm, and why. */
export type Misfit = { readonly path: 'resolution' | 'amount'; readonly message: string };

/** Why a resolution does not fit the alarm; null if it does. */
export function whyNotResolved(alarm: RaisedAlarm, decision: AlarmDecision): Misfit | null {
  if (decision.resolution === 'kept' && alarm.kind === 'unknown_refund') {
    return { path: 'resolution', message: 'Choose refunded, or not charged if no money went back.' };
  }
  if (decision.resolution === 'kept' && alarm.kind === 'refund_by_hand') {
    return { path: 'resolution', message: 'Give the money back, then choose refunded.' };
  }
  if (decision.resolution === 'not_charged') {
    if (IN_THE_BOOKS.includes(alarm.kind)) {
      return { path: 'resolution', message: 'This payment is in the books. Choose refunded or kept.' };
    }
    return decision.amount === undefined
      ? null
      : { path: 'amount', message: 'Leave this blank: nothing was charged.' };
  }
  if (alarm.cents === null) {
    return decision.amount === undefined
      ? { path: 'amount', message: 'Enter the amount in Singapore cents, as the payment provider shows it.' }
      : null;
  }
  return decision.amount === undefined || decision.amount === alarm.cents
    ? null
    : { path: 'amount', message: `This payment problem is about ${alarm.cents} cents.` };
}
