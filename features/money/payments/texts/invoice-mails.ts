import { BUSINESS, dayIn, type MessageKind, mailText } from '#platform/kernel/message-kind.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';

/* Mails about invoices: declared here, because the office changes their texts with those of lower features. */

export interface InvoiceMailData {
  readonly invoiceID: string;
  readonly billTo: string;
  /** What the payer writes on the transfer: `INV12`. */
  readonly reference: string;
  /** What is open, in cents. */
  readonly amount: Cents;
  /** ISO 8601. */
  readonly due: string;
}

const PLACEHOLDERS = {
  name: 'who is billed',
  number: 'the number of the invoice, which is also the reference of the transfer',
  amount: 'what is to be paid',
  due: 'the day by which it is to be paid',
  link: 'the page of the invoice, for customers who sign in',
  ...BUSINESS,
} as const;

const values: MessageKind<InvoiceMailData>['values'] = (
  { invoiceID, billTo, reference, amount, due },
  { language, site },
) => ({
  name: billTo,
  number: reference,
  amount: `S$${dollars(amount)}`,
  due: dayIn(language, due),
  link: `${site}/dashboard/invoices/${invoiceID}`,
});

const shared = {
  reader: 'customer',
  channels: ['email'],
  placeholders: PLACEHOLDERS,
  required: { email: ['number', 'amount', 'due'] },
  values,
  example: {
    invoiceID: '01900000-0000-7000-8000-000000000001',
    billTo: 'Tan & Lim Pte Ltd',
    reference: 'INV12',
    amount: 81_000,
    due: '2026-12-30',
  },
} as const;

/** With the invoice as a PDF. */
export const INVOICE_ISSUED: MessageKind<InvoiceMailData> = {
  kind: 'invoice-issued',
  title: 'Invoice',
  when: 'When the office sends an invoice, or it is issued after a visit. It carries the PDF.',
  ...shared,
  texts: mailText(
    'Invoice {number} from {business}',
    'Hello {name},',
    '',
    'Your invoice {number} is attached. The amount is {amount}.',
    '',
    'Please pay it by {due}, with {number} as the reference.',
    '',
    '{link}',
  ),
};

export const FIRST_REMINDER: MessageKind<InvoiceMailData> = {
  kind: 'invoice-reminder-1',
  title: 'First reminder of an invoice',
  when: 'The day after an invoice was due, if something is open. It carries the PDF.',
  ...shared,
  texts: mailText(
    'Reminder: invoice {number} from {business}',
    'Hello {name},',
    '',
    'Invoice {number} was due on {due}, and {amount} is still open. It may have slipped through: it is attached again.',
    '',
    'Please pay it with {number} as the reference. If you have just paid, thank you, and ignore this message.',
    '',
    '{link}',
  ),
};

export const SECOND_REMINDER: MessageKind<InvoiceMailData> = {
  kind: 'invoice-reminder-2',
  title: 'Second reminder of an invoice',
  when: 'A week after an invoice was due, if something is open. It carries the PDF.',
  ...shared,
  texts: mailText(
    'Second reminder: invoice {number} from {business}',
    'Hello {name},',
    '',
    '{amount} of invoice {number} is still open. It was due on {due}.',
    '',
    'Please pay it this week with {number} as the reference, or tell us if something is wrong with it.',
    '',
    '{link}',
  ),
};

export const LAST_REMINDER: MessageKind<InvoiceMailData> = {
  kind: 'invoice-reminder-3',
  title: 'Last reminder of an invoice',
  when: 'Three weeks after an invoice was due, if something is open. It carries the PDF.',
  ...shared,
  texts: mailText(
    'Last reminder: invoice {number} from {business}',
    'Hello {name},',
    '',
    'Invoice {number} was due on {due}. We have reminded you twice, and {amount} is still open.',
    '',
    'Please pay it at once with {number} as the reference, or call us so that we can find a way.',
    '',
    '{link}',
  ),
};

/** In their order. */
export const INVOICE_REMINDERS = [FIRST_REMINDER, SECOND_REMINDER, LAST_REMINDER] as const;

export const INVOICE_MESSAGES = {
  'invoice-issued': INVOICE_ISSUED,
  'invoice-reminder-1': FIRST_REMINDER,
  'invoice-reminder-2': SECOND_REMINDER,
  'invoice-reminder-3': LAST_REMINDER,
} as const;
