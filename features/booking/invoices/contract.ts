/** Customers who are billed by invoice: their invoices, what they owe, and what they have paid. */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { fileReply } from '#platform/contract/file.ts';
import {
  cents,
  day,
  email,
  flag,
  id,
  idParams,
  line,
  listQuery,
  listReply,
  paragraph,
  required,
  whole,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { AGES, COLLECT, INVOICE_STATES, MAX_TERMS_DAYS } from './rules/invoice.ts';
import * as policy from './rules/policy.ts';

const invoiceErrors = defineErrors({
  not_by_invoice: {
    status: 409,
    title: 'Not billed by invoice',
    detail: 'This customer is not billed by invoice. Choose another way to pay.',
  },
  draft_changed: {
    status: 409,
    title: 'The invoice has changed',
    detail: 'What is to be billed has changed since you opened it. Nothing was issued. Check it again.',
  },
  nothing_to_bill: {
    status: 409,
    title: 'Nothing to bill',
    detail: 'No visit of this customer is waiting for an invoice.',
  },
  billing_changed: {
    status: 409,
    title: 'Someone else has changed this',
    detail: 'The billing details were changed meanwhile. Nothing was saved. Reload and try again.',
  },
  not_open: {
    status: 409,
    title: 'Nothing is open',
    detail: 'This invoice has nothing left to pay.',
  },
  no_billing_email: {
    status: 409,
    title: 'No e-mail address',
    detail: 'There is no e-mail address for invoices. Add one to the billing details of the customer.',
  },
});

const billingFields = {
  billTo: required(120),
  uen: line(20),
  address: paragraph(300),
  contact: line(100),
  /** Where invoices go; empty: nobody gets them by e-mail. */
  email: z.union([z.literal(''), email]),
  poNumber: line(40),
  termsDays: whole(0, MAX_TERMS_DAYS),
  collect: z.enum(COLLECT),
};

export const billingReply = z.object({
  customerID: id,
  /** Whether new bookings may be billed by invoice. */
  isAllowed: z.boolean(),
  /** Null: never billed by invoice. */
  details: z
    .object({
      billTo: z.string(),
      uen: z.string(),
      address: z.string(),
      contact: z.string(),
      email: z.string(),
      poNumber: z.string(),
      termsDays: z.int(),
      collect: z.enum(COLLECT),
      allowedBy: z.string().nullable(),
      allowedAt: wireMoment,
    })
    .nullable(),
  /** 0 before the first. */
  version: z.int(),
  /** Cents that invoices leave open, and money that pays none of them. */
  open: z.int(),
  balance: z.int(),
});
export type BillingReply = z.output<typeof billingReply>;

export const readBilling = defineCall({
  method: 'GET',
  path: '/customers/:id/billing',
  ...openTo(policy.seeBilling),
  summary: 'Whether a customer is billed by invoice, with what is printed on their invoices',
  params: idParams,
  reply: billingReply,
});

export const changeBilling = defineCall({
  method: 'POST',
  path: '/customers/:id/billing',
  ...openTo(policy.allowInvoices),
  summary: 'Lets a customer be billed by invoice, changes what is printed, or ends it for new bookings',
  params: idParams,
  body: z.strictObject({ isAllowed: flag, ...billingFields, version: z.int().min(0) }),
  reply: billingReply,
  errors: pick(invoiceErrors, 'billing_changed'),
});

const lineReply = z.object({
  jobID: id,
  number: z.int(),
  startTime: wireMoment,
  label: z.string(),
  /** `charge`: what the visit owes besides its price. */
  kind: z.enum(['visit', 'charge']),
  /** Of a charge, in English: `Late cancellation fee`. */
  name: z.string(),
  cents: z.int(),
});

export const draftReply = z.object({
  customer: z.object({ id, fullname: z.string() }),
  billTo: z.string(),
  collect: z.enum(COLLECT),
  total: z.int(),
  lines: z.array(lineReply),
});
export type DraftReply = z.output<typeof draftReply>;

export const listDrafts = defineCall({
  method: 'GET',
  path: '/invoices/drafts',
  ...openTo(policy.seeReceivables),
  summary: 'What could be invoiced now: visits done up to a day and not billed, by customer',
  query: z.strictObject({ until: day.optional(), customerID: id.optional() }),
  reply: z.object({ until: z.string(), items: z.array(draftReply) }),
});

export const invoiceReply = z.object({
  id,
  number: z.int(),
  customerID: id,
  customer: z.object({ id, fullname: z.string() }),
  billTo: z.string(),
  poNumber: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  state: z.enum(INVOICE_STATES),
  /** Cents. */
  total: z.int(),
  gst: z.int(),
  credited: z.int(),
  paid: z.int(),
  writtenOff: z.int(),
  open: z.int(),
  sentAt: wireMoment.nullable(),
  reminders: z.int(),
  writeOffReason: z.string(),
});
export type InvoiceReply = z.output<typeof invoiceReply>;

export const invoiceDetails = invoiceReply.extend({
  email: z.string(),
  lines: z.array(lineReply.omit({ kind: true }).extend({ transactionID: id, credited: z.int() })),
  /** Money that names this invoice. */
  payments: z.array(
    z.object({
      transactionID: id,
      receiptNo: z.int(),
      method: z.string(),
      cents: z.int(),
      refunded: z.int(),
      details: z.string(),
      createdAt: wireMoment,
    }),
  ),
  /** To pay what is open by PayNow and by bank transfer; null if that is not offered or nothing is open. */
  payNow: z
    .object({ payee: z.string(), reference: z.string(), amount: z.int(), code: z.string() })
    .nullable(),
  bankDetails: z.string(),
});
export type InvoiceDetails = z.output<typeof invoiceDetails>;

export const listInvoices = defineCall({
  method: 'GET',
  path: '/invoices',
  ...openTo(policy.seeInvoice),
  summary: 'Invoices, newest first; customers see their own',
  query: listQuery(['number', 'createdAt', 'dueOn', 'total', 'open', 'customer'], {
    customerID: id.optional(),
    state: z.enum([...INVOICE_STATES, 'open', 'not-sent']).optional(),
    from_date: day.optional(),
    to_date: day.optional(),
  }),
  reply: listReply(invoiceReply),
  streamed: true,
});

export const readInvoice = defineCall({
  method: 'GET',
  path: '/invoices/:id',
  ...openTo(policy.seeInvoice),
  summary: 'One invoice with its visits and payments',
  params: idParams,
  reply: invoiceDetails,
});

export const getInvoicePdf = defineCall({
  method: 'GET',
  path: '/invoices/:id/pdf',
  ...openTo(policy.seeInvoice),
  summary: 'An invoice as a PDF: a tax invoice if GST is charged',
  params: idParams,
  reply: fileReply,
  produces: 'application/pdf',
});

export const issueInvoice = defineCall({
  method: 'POST',
  path: '/invoices',
  ...openTo(policy.issueInvoice),
  summary: 'Issues the invoice of a draft: numbers it, posts it, and marks its visits as paid on credit',
  body: z.strictObject({
    customerID: id,
    /** As in the list of drafts. */
    until: day,
    /** The total of the draft as it was seen. */
    total: cents,
    /** Also by e-mail, if there is an address. */
    send: flag.default(false),
  }),
  reply: invoiceReply,
  status: 201,
  errors: pick(invoiceErrors, 'nothing_to_bill', 'draft_changed', 'not_by_invoice'),
  idempotent: true,
});

export const recordInvoicePayment = defineCall({
  method: 'POST',
  path: '/invoices/:id/payments',
  ...openTo(policy.recordInvoicePayment),
  summary:
    'Records money received for an invoice. What is over pays the customer’s other invoices, then becomes their balance',
  params: idParams,
  body: z.strictObject({
    amount: cents.min(1, { error: 'Enter an amount.' }),
    method: z.enum(['bank', 'paynow', 'cash']),
    details: line(500).default(''),
  }),
  reply: invoiceReply,
  idempotent: true,
});

export const sendInvoice = defineCall({
  method: 'POST',
  path: '/invoices/:id/send',
  ...openTo(policy.sendInvoice),
  summary: 'Sends the invoice by e-mail, or the next reminder of an overdue one',
  params: idParams,
  body: z.strictObject({ reminder: flag.default(false) }),
  reply: invoiceReply,
  errors: pick(invoiceErrors, 'no_billing_email', 'not_open'),
  idempotent: true,
});

export const writeOffInvoice = defineCall({
  method: 'POST',
  path: '/invoices/:id/write-off',
  ...openTo(policy.writeOffInvoice),
  summary: 'Writes off what is open of an invoice as a bad debt',
  params: idParams,
  body: z.strictObject({ reason: required(300) }),
  reply: invoiceReply,
  errors: pick(invoiceErrors, 'not_open'),
  idempotent: true,
});

const ages = z.object(
  Object.fromEntries(AGES.map((age) => [age, z.int()])) as Record<(typeof AGES)[number], z.ZodInt>,
);

export const readAgeing = defineCall({
  method: 'GET',
  path: '/invoices/ageing',
  ...openTo(policy.seeReceivables),
  summary: 'What customers owe on invoices, by days overdue, and their balances, in cents',
  reply: z.object({
    today: z.string(),
    totals: ages,
    open: z.int(),
    balance: z.int(),
    items: z.array(
      z.object({ customer: z.object({ id, fullname: z.string() }), ages, open: z.int(), balance: z.int() }),
    ),
  }),
});

export const readStatement = defineCall({
  method: 'GET',
  path: '/customers/:id/statement',
  ...openTo(policy.seeInvoice),
  summary: 'The statement of a customer’s account at the end of a day, recomputed from the ledger',
  params: idParams,
  query: z.strictObject({ on: day.optional() }),
  reply: z.object({
    on: z.string(),
    customer: z.object({ id, fullname: z.string() }),
    /** Cents; negative in favour of the customer. */
    balance: z.int(),
    items: z.array(
      z.object({
        date: z.string(),
        kind: z.enum(['invoice', 'credit-note', 'payment', 'payment-returned', 'write-off']),
        /** The number of the invoice, or of the receipt or credit note. */
        number: z.int().nullable(),
        /** Positive: owed more. */
        amount: z.int(),
        balance: z.int(),
      }),
    ),
  }),
});
export type StatementReply = z.output<typeof readStatement.reply>;
