import { DISPATCHERS, defineAction, MANAGERS } from '#platform/kernel/policy.ts';

/** Whether a customer is billed by invoice, and what is printed on their invoices. */
export const seeBilling = defineAction('see how a customer is billed', {
  admin: 'any',
  customer: 'customer',
});
/** It gives credit: work is done before it is paid. */
export const allowInvoices = defineAction('bill a customer by invoice', MANAGERS);
/** Customers see their own invoices, and what they owe. */
export const seeInvoice = defineAction('see an invoice', { admin: 'moneyReaders', customer: 'customer' });
/** What is not billed yet, what all customers owe, and their statements. */
export const seeReceivables = defineAction('see what customers owe', { admin: 'moneyReaders' });
export const issueInvoice = defineAction('issue an invoice', MANAGERS);
export const sendInvoice = defineAction('send an invoice or a reminder', DISPATCHERS);
export const recordInvoicePayment = defineAction('record a payment of an invoice', MANAGERS);
export const writeOffInvoice = defineAction('write off an invoice', MANAGERS);
