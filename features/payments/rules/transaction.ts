export const TRANSACTION_TYPES = ['job', 'credit-package', 'ad-hoc', 'refund', 'manual'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const METHODS = ['card', 'credits', 'cash', 'paynow', 'bank', 'adjustment'] as const;
export type PaymentMethod = (typeof METHODS)[number];

/** What the office may write down by hand. Cards and credits move by their own calls only. */
export const MANUAL_METHODS = ['cash', 'paynow', 'bank', 'adjustment'] as const;
export type ManualMethod = (typeof MANUAL_METHODS)[number];
