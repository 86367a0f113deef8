/** What a card paid waits here until the provider pays it out. */
export const CARD_CLEARING = 'stripe_clearing';
/** Card money that pays for nothing known, until somebody says what it was. */
export const UNALLOCATED_RECEIPTS = 'unallocated_receipts';
/** What a promo, or a waived small amount, cost the house. */
export const PROMO_EXPENSE = 'promo_expense';
/** Money taken for hours that are not worked yet. */
export const DEFERRED_REVENUE = 'deferred_revenue';
/** What the office earns outside its usual sales. */
export const MANUAL_INCOME = 'revenue:manual';
