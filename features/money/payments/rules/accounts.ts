/** What a customer owes on invoices; negative: their balance. */
export function receivableOf(customerID: string): string {
  return `receivable:${customerID}`;
}

/** The account that a payment without a card goes to. */
export function accountOf(method: string, customerID: string): string {
  return method === 'invoice' ? receivableOf(customerID) : method;
}

/** What will never be paid of invoices. */
export const BAD_DEBT = 'bad_debt';
/** Card payments until the provider pays them out. */
export const CARD_CLEARING = 'stripe_clearing';
/** Card money that cannot be assigned to a payment until the office resolves it. */
export const UNALLOCATED_RECEIPTS = 'unallocated_receipts';
/** The cost of promo codes and of waived small amounts. */
export const PROMO_EXPENSE = 'promo_expense';
/** Money taken for hours that have not been worked yet. */
export const DEFERRED_REVENUE = 'deferred_revenue';
/** Income outside the usual sales. */
export const MANUAL_INCOME = 'revenue:manual';
