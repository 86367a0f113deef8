import type { Purpose } from './attempt.ts';

export const TRANSACTION_TYPES = ['job', 'credit-package', 'ad-hoc', 'refund', 'manual'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The type of a payment. What a visit costs more once it is changed is paid for it like the first part. */
export function typeOf(purpose: Purpose): TransactionType {
  return purpose === 'job-change' ? 'job' : purpose;
}

export const METHODS = ['card', 'credits', 'cash', 'paynow', 'bank', 'adjustment'] as const;
export type PaymentMethod = (typeof METHODS)[number];

/** What the office may write down by hand. Cards and credits move by their own calls only. */
export const MANUAL_METHODS = ['cash', 'paynow', 'bank', 'adjustment'] as const;
export type ManualMethod = (typeof MANUAL_METHODS)[number];
