import { INVOICE_MESSAGES } from '#features/money/payments/texts/invoice-mails.ts';
import type { Feature } from '#platform/server/feature.ts';
import { issueVisitInvoices } from './issue-invoice.ts';
import { invoiceChecks } from './ledger-checks.ts';
import { followRefunds } from './pay-invoice.ts';
import { invoiceData } from './personal-data.ts';
import { routes } from './routes.ts';
import { attachInvoice, sendReminders } from './send-invoice.ts';

export { isBilledByInvoice } from './billing.ts';

/** Customers who are billed by invoice: what they owe, and what they have paid. */
export const feature: Feature = {
  name: 'invoices',
  routes,
  cronJobs: { 'invoices:issue': issueVisitInvoices, 'invoices:remind': sendReminders },
  ledgerChecks: invoiceChecks,
  onChange: { invoices: followRefunds },
  messageFiles: Object.fromEntries(Object.keys(INVOICE_MESSAGES).map((kind) => [kind, attachInvoice])),
  personalData: { invoices: invoiceData },
};
