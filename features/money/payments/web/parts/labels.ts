import { t } from '#platform/web/i18n/office.ts';
import type { TransactionReply } from '../../contract.ts';
import type { AlarmKind, Resolution } from '../../rules/alarm.ts';
import type { RefundStatus } from '../../rules/refund.ts';
import type { PaymentMethod, TransactionType } from '../../rules/transaction.ts';

/* Labels for transactions, refunds and alarms in the office. */

export const TYPE_NAMES: Readonly<Record<TransactionType, string>> = {
  job: t('Visit'),
  'credit-package': t('Package of hours'),
  'ad-hoc': t('Ad-hoc charge'),
  refund: t('Refund'),
  manual: t('Manual entry'),
  'invoice-payment': t('Payment of an invoice'),
};

/** What a transaction is of: money that was recorded by hand for visits is named by the visits. */
export function typeName({ type, allocations }: Pick<TransactionReply, 'type' | 'allocations'>): string {
  const visits = type === 'job' || type === 'manual' ? allocations.length : 0;
  if (visits > 1) return t('{{visits}} visits', { visits });
  return visits === 1 ? TYPE_NAMES.job : TYPE_NAMES[type];
}

export const METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  card: t('Card'),
  credits: t('Credits'),
  cash: t('Cash'),
  paynow: 'PayNow',
  bank: t('Bank transfer'),
  adjustment: t('Adjustment'),
  invoice: t('Invoice'),
};

export const REFUND_WORDS: Readonly<Record<RefundStatus, string>> = {
  created: t('On its way'),
  sent: t('On its way'),
  unknown: t('On its way'),
  pending: t('With the bank'),
  succeeded: t('Arrived'),
  failed: t('Failed'),
};

export const ALARM_NAMES: Readonly<Record<AlarmKind, string>> = {
  amount_mismatch: t('Wrong amount'),
  other_payment: t('Different payment'),
  unwanted_payment: t('Payment not needed'),
  unknown_payment: t('Unknown payment'),
  dispute: t('Dispute'),
  refund_failed: t('Failed refund'),
  unknown_refund: t('Unknown refund'),
  refund_by_hand: t('Money to give back'),
};

export const RESOLUTION_NAMES: Readonly<Record<Resolution, string>> = {
  refunded: t('Refunded'),
  kept: t('Kept'),
  not_charged: t('Not charged'),
};

/** The options of a select or filter. */
export function optionsOf<V extends string>(names: Readonly<Record<V, string>>) {
  return (Object.entries(names) as [V, string][]).map(([value, label]) => ({ value, label }));
}
