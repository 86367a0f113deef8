import type { TransactionReply } from '../../contract.ts';
import type { AlarmKind, Resolution } from '../../rules/alarm.ts';
import type { RefundStatus } from '../../rules/refund.ts';
import type { PaymentMethod, TransactionType } from '../../rules/transaction.ts';

/* Labels for transactions, refunds and alarms in the office. */

export const TYPE_NAMES: Readonly<Record<TransactionType, string>> = {
  job: 'Visit',
  'credit-package': 'Package of hours',
  'ad-hoc': 'Ad-hoc charge',
  refund: 'Refund',
  manual: 'Manual entry',
};

/** What a transaction is of: money that was recorded by hand for visits is named by the visits. */
export function typeName({ type, allocations }: Pick<TransactionReply, 'type' | 'allocations'>): string {
  const visits = type === 'job' || type === 'manual' ? allocations.length : 0;
  if (visits > 1) return `${visits} visits`;
  return visits === 1 ? TYPE_NAMES.job : TYPE_NAMES[type];
}

export const METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  card: 'Card',
  credits: 'Credits',
  cash: 'Cash',
  paynow: 'PayNow',
  bank: 'Bank transfer',
  adjustment: 'Adjustment',
};

export const REFUND_WORDS: Readonly<Record<RefundStatus, string>> = {
  created: 'On its way',
  sent: 'On its way',
  unknown: 'On its way',
  pending: 'With the bank',
  succeeded: 'Arrived',
  failed: 'Failed',
};

export const ALARM_NAMES: Readonly<Record<AlarmKind, string>> = {
  amount_mismatch: 'Wrong amount',
  other_payment: 'Different payment',
  unwanted_payment: 'Payment not needed',
  unknown_payment: 'Unknown payment',
  dispute: 'Dispute',
  refund_failed: 'Failed refund',
  unknown_refund: 'Unknown refund',
  refund_by_hand: 'Money to give back',
};

export const RESOLUTION_NAMES: Readonly<Record<Resolution, string>> = {
  refunded: 'Refunded',
  kept: 'Kept',
  not_charged: 'Not charged',
};

/** The options of a select or filter. */
export function optionsOf<V extends string>(names: Readonly<Record<V, string>>) {
  return (Object.entries(names) as [V, string][]).map(([value, label]) => ({ value, label }));
}
