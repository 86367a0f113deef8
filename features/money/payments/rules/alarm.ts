import type { Cents } from '#platform/kernel/money.ts';

/**
 * amount_mismatch: the provider took another amount, or another currency, than was agreed.
 * other_payment: it took the amount by another payment than the one that the attempt knows.
 * unwanted_payment: the money is in the books, but a job could not take it: gone, or paid already.
 * unknown_payment: the provider tells of a payment that nobody here asked for.
 * dispute: the cardholder asks their bank to take the money back.
 * refund_failed: money that is given back in the books has not arrived.
 * unknown_refund: money went back at the provider, and no payment of ours can have given it.
 * refund_by_hand: a visit that was paid as cash, by PayNow or by bank transfer is cancelled: the office gives it back.
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

/** Whether something went wrong, so that somebody is woken; a refund by hand is the office's ordinary work. */
export function wakesSomebody(kind: AlarmKind): boolean {
  return kind !== 'refund_by_hand';
}

/**
 * refunded: given back at the provider by hand. kept: it stays, and what was bought stands.
 * not_charged: the provider shows that no money was taken.
 */
export const RESOLUTIONS = ['refunded', 'kept', 'not_charged'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export interface RaisedAlarm {
  readonly kind: AlarmKind;
  /** Cents that were taken; null where only the provider knows. */
  readonly cents: Cents | null;
}

/** How the office settles an alarm. */
export interface AlarmSettlement {
  readonly resolution: Resolution;
  /** Cents in Singapore dollars, as the provider shows them; needed where the alarm does not know. */
  readonly amount?: Cents | undefined;
}

/** Alarms about money that was taken and booked. */
const IN_THE_BOOKS: readonly AlarmKind[] = ['unwanted_payment', 'dispute', 'refund_failed', 'refund_by_hand'];

/** The field of a settlement that does not fit its alarm, and why. */
export type Misfit = { readonly path: 'resolution' | 'amount'; readonly message: string };

/** Why a settlement does not fit the alarm; null when it does. */
export function whyNotSettledSo(alarm: RaisedAlarm, settlement: AlarmSettlement): Misfit | null {
  if (settlement.resolution === 'kept' && alarm.kind === 'unknown_refund') {
    return { path: 'resolution', message: 'Choose refunded, or not charged if no money went back.' };
  }
  if (settlement.resolution === 'kept' && alarm.kind === 'refund_by_hand') {
    return { path: 'resolution', message: 'Give the money back, then choose refunded.' };
  }
  if (settlement.resolution === 'not_charged') {
    if (IN_THE_BOOKS.includes(alarm.kind)) {
      return { path: 'resolution', message: 'This payment is in the books. Choose refunded or kept.' };
    }
    return settlement.amount === undefined
      ? null
      : { path: 'amount', message: 'Leave this empty: nothing was charged.' };
  }
  if (alarm.cents === null) {
    return settlement.amount === undefined
      ? { path: 'amount', message: 'Enter the amount in Singapore cents, as the payment provider shows it.' }
      : null;
  }
  return settlement.amount === undefined || settlement.amount === alarm.cents
    ? null
    : { path: 'amount', message: `This alarm is about ${alarm.cents} cents.` };
}
