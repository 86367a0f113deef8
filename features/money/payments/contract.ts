import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import {
  day,
  filterQuery,
  flag,
  id,
  idParams,
  line,
  listQuery,
  listReply,
  required,
} from '#platform/contract/schemas.ts';
import { trashCalls } from '#platform/contract/trash.ts';
import { MAX_CENTS } from '#platform/kernel/money.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { alarmReply, transactionReply } from './contract/shapes.ts';
import { ALARM_KINDS, RESOLUTIONS } from './rules/alarm.ts';
import {
  changeTransaction,
  recordPayment,
  refundPayment,
  seeCardForm,
  seeMoney,
  seeTransaction,
} from './rules/policy.ts';
import { REFUND_TARGETS } from './rules/refund.ts';
import { MANUAL_METHODS, METHODS, TRANSACTION_TYPES } from './rules/transaction.ts';

/** Errors of every route that takes a card; `detail` of card_declined is the bank's reason. */
export const paymentErrors = defineErrors({
  card_declined: {
    status: 402,
    title: 'The card was declined',
    detail: 'Your bank declined this card. Nothing was charged. Try another card, or ask your bank.',
  },
  no_stored_card: {
    status: 409,
    title: 'No card on file',
    detail: 'There is no saved card. Enter a card to pay.',
  },
  payment_in_progress: {
    status: 409,
    title: 'The payment is under way',
    detail: 'We are waiting for your bank. Do not pay again: we will show the result as soon as we have it.',
    passing: true,
  },
  amount_fixed: {
    status: 409,
    title: 'This amount cannot be changed',
    detail: 'Payments by card or for a visit cannot be edited. Refund the payment, or add an adjustment.',
  },
  refund_too_much: {
    status: 409,
    title: 'More than can be refunded',
    detail: 'That is more than is left to refund. Reload the payment and check the amount.',
  },
  not_refundable: {
    status: 409,
    title: 'This cannot be refunded',
    detail: 'Only a payment can be refunded. Open the original payment.',
  },
  payment_disputed: {
    status: 409,
    title: 'This payment is disputed',
    detail:
      'The customer’s bank is looking into this payment, so nothing can be refunded. Answer the bank in Stripe before its deadline; once the dispute is won, refund it here.',
  },
  alarm_settled: {
    status: 409,
    title: 'Already resolved',
    detail: 'Someone else has already resolved this differently. Reload the page and check.',
  },
  wrong_amount: {
    status: 409,
    title: 'The amount does not match',
    detail: 'That is not the amount due for the visit. No money was recorded.',
  },
  not_payable: {
    status: 409,
    title: 'This visit cannot be paid',
    detail: 'This visit is not waiting for payment. No money was recorded.',
  },
  slot_taken: {
    status: 409,
    title: 'The time is taken',
    detail:
      'The hold has ended and someone else has the time. No money was recorded. Book another time, then take the payment.',
  },
  bad_signature: {
    status: 400,
    title: 'Not a genuine event',
    detail: 'The signature does not match the body.',
  },
});

export type TransactionReply = z.output<typeof transactionReply>;
export type AlarmReply = z.output<typeof alarmReply>;

/** A single-use card token from Stripe's fields in the browser; never the id of a card or a customer. */
export const stripeToken = z
  .string()
  .trim()
  .regex(/^(?:|tok_[A-Za-z0-9_]{1,200})$/, { error: 'Enter the card again.' });

/**
 * How the body of a payment names the card: a new one (`stripeToken`, stored with `change`) or the stored
 * one.
 */
export const payingFields = {
  stripeToken: stripeToken.nullish(),
  picked: z.union([flag, line(255)]).nullish(),
  change: flag.nullish(),
};

/** The bank challenges the cardholder: pass `clientSecret` to Stripe, then repeat the same request. */
export const bankAsks = z.strictObject({ requiresAction: z.literal(true), clientSecret: z.string() });

const amount = z
  .int({ error: 'Enter the amount in whole cents.' })
  .min(-MAX_CENTS)
  .max(MAX_CENTS)
  .refine((total) => total !== 0, { error: 'Enter an amount.' });

export const SORTABLE = ['createdAt', 'total', 'type', 'method', 'receiptNo', 'details', 'customer'] as const;

const TRANSACTION_FILTERS = {
  customerID: id.optional(),
  jobID: id.optional(),
  refundOf: id.optional(),
  type: z.enum(TRANSACTION_TYPES).optional(),
  /** `money`: every method but credits. */
  method: z.enum([...METHODS, 'money']).optional(),
  from_date: day.optional(),
  to_date: day.optional(),
};

export const listTransactions = defineCall({
  method: 'GET',
  path: '/transactions',
  ...openTo(seeTransaction),
  summary: 'Transactions, newest first; customers see their own',
  query: listQuery(SORTABLE, TRANSACTION_FILTERS),
  reply: listReply(transactionReply),
  streamed: true,
});

/** Cents. */
const moneyTotals = {
  count: z.int(),
  /** Payments, with corrections that lower them. */
  taken: z.int(),
  /** Positive. */
  refunded: z.int(),
  /** `taken` less `refunded`. */
  net: z.int(),
};

export const totalTransactions = defineCall({
  method: 'GET',
  path: '/transactions/totals',
  ...openTo(seeMoney),
  summary:
    'What the transactions of a list add up to, in all and by method; the filters are those of the list',
  query: filterQuery(TRANSACTION_FILTERS),
  reply: z.object({
    ...moneyTotals,
    byMethod: z.array(z.object({ method: z.enum(METHODS), ...moneyTotals })),
  }),
});
export type TransactionTotals = z.output<typeof totalTransactions.reply>;

export const readTransaction = defineCall({
  method: 'GET',
  path: '/transactions/:id',
  ...openTo(seeTransaction),
  summary: 'One transaction',
  params: idParams,
  reply: transactionReply,
});

export const createTransaction = defineCall({
  method: 'POST',
  path: '/transactions',
  ...openTo(recordPayment),
  summary:
    'Records money that came another way: cash, PayNow, bank transfer, adjustment. With a job it pays that job (for a series, all visits held together) for exactly its price',
  body: z.strictObject({
    customerID: id,
    total: amount,
    method: z.enum(MANUAL_METHODS).optional(),
    /**
     * Clients may send the method here: it counts as `method` and takes precedence. The created transaction is
     * always of type `manual`.
     */
    type: z.enum([...TRANSACTION_TYPES, ...MANUAL_METHODS]).optional(),
    details: line(500).default(''),
    /** An unpaid job that the money pays. */
    jobID: id.optional(),
    packageID: id.optional(),
  }),
  reply: transactionReply,
  status: 201,
  creates: true,
  errors: pick(paymentErrors, 'wrong_amount', 'not_payable', 'slot_taken', 'payment_in_progress'),
  idempotent: true,
});

export const updateTransaction = defineCall({
  method: 'POST',
  path: '/transactions/:id/update',
  ...openTo(changeTransaction),
  summary: 'Changes the note of a transaction, and the amount of a manual one',
  params: idParams,
  body: z.strictObject({ details: line(500), total: amount }).partial(),
  changes: readTransaction,
  reply: transactionReply,
  errors: pick(paymentErrors, 'amount_fixed'),
  idempotent: true,
});

/**
 * `card`: the way the money came. Money that came as cash, PayNow or bank transfer is given back by hand;
 * this posts it.
 */
export const refundTransaction = defineCall({
  method: 'POST',
  path: '/transactions/:id/refund',
  ...openTo(refundPayment),
  summary:
    'Refunds a payment, or the share of one of its visits; by default all that is left. Replies the refund',
  params: idParams,
  body: z.strictObject({
    /** Cents. */
    amount: z.int({ error: 'Enter the amount in whole cents.' }).min(1).max(MAX_CENTS).nullish(),
    /** Only this visit's share of the payment; without it, an amount is divided over all its visits. */
    jobID: id.nullish(),
    to: z.enum(REFUND_TARGETS).default('card'),
    reason: required(500),
  }),
  reply: transactionReply,
  errors: pick(paymentErrors, 'refund_too_much', 'not_refundable', 'payment_disputed'),
  idempotent: true,
});

/** The trash only hides transactions from lists; it refunds nothing. */
export const { trash: trashTransaction, untrash: untrashTransaction } = trashCalls({
  path: '/transactions',
  thing: 'a transaction',
  action: changeTransaction,
  reply: transactionReply,
});

export const listPaymentAlarms = defineCall({
  method: 'GET',
  path: '/payments/alarms',
  ...openTo(seeMoney),
  summary: 'Payments that need attention, oldest first',
  query: listQuery(['raisedAt', 'createdAt', 'settledAt', 'kind'], {
    state: z.enum(['open', 'settled', '*']).default('open'),
    kind: z.enum(ALARM_KINDS).optional(),
    from_date: day.optional(),
    to_date: day.optional(),
  }).omit({ q: true }),
  reply: listReply(alarmReply),
  streamed: true,
});

/** The bookings of each resolution: docs/runbook/payment-alarms.md. */
export const resolvePaymentAlarm = defineCall({
  method: 'POST',
  path: '/payments/alarms/:id/settle',
  ...openTo(changeTransaction),
  summary: 'Resolves a payment alarm',
  params: idParams,
  body: z.strictObject({
    resolution: z.enum(RESOLUTIONS, { error: 'Choose what happened to the money.' }),
    reason: required(500),
    /** Singapore cents, if the alarm does not know the amount. */
    amount: z.int({ error: 'Enter the amount in whole cents.' }).min(1).max(MAX_CENTS).optional(),
  }),
  reply: alarmReply,
  errors: pick(paymentErrors, 'alarm_settled', 'refund_too_much', 'not_refundable', 'payment_disputed'),
  idempotent: true,
});

export const readPaymentConfig = defineCall({
  ...routes.readPaymentConfig,
  ...openTo(seeCardForm),
  summary:
    "What the browser needs to take a card: Stripe's publishable key, or null for the sandbox form; refund targets, and the GST inside prices",
  reply: z.strictObject({
    publishableKey: z.string().nullable(),
    /** Where refunds can go; credits only if hours of credit are sold. */
    refundsTo: z.array(z.enum(REFUND_TARGETS)),
    /**
     * GST inside every price, in whole percent; 0 if the business is not registered: then do not mention GST.
     */
    gstPercent: z.int(),
  }),
});

export const receiveStripeEvent = defineCall({
  method: 'POST',
  path: '/webhooks/stripe',
  who: ['anyone'],
  summary: 'Stripe webhook: reports payment events; signed, at most 256 kB',
  reply: z.object({ received: z.literal(true) }),
  errors: pick(paymentErrors, 'bad_signature'),
  rawBody: true,
});
