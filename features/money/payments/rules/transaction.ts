import type { Purpose } from './attempt.ts';

export const TRANSACTION_TYPES = [
  'job',
  'credit-package',
  'ad-hoc',
  'refund',
  'manual',
  'invoice-payment',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The type of a payment: whatever is paid for a visit has the same one. */
export function typeOf(purpose: Purpose): TransactionType {
  return purpose === 'job-change' || purpose === 'job-charge' ? 'job' : purpose;
}

/** `invoice`: on credit. The money that pays the invoice is an `invoice-payment`. */
export const METHODS = ['card', 'credits', 'cash', 'paynow', 'bank', 'adjustment', 'invoice'] as const;
export type PaymentMethod = (typeof METHODS)[number];

/** No money comes with them: it came when the hours were bought, or comes when the invoice is paid. */
export const WITHOUT_MONEY = ['credits', 'invoice'] as const satisfies readonly PaymentMethod[];

/** What the office may record by hand. Cards and credits have their own routes. */
export const MANUAL_METHODS = ['cash', 'paynow', 'bank', 'adjustment'] as const;
export type ManualMethod = (typeof MANUAL_METHODS)[number];
