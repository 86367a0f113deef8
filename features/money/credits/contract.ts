import { z } from 'zod';
import { bankAsks, payingFields, paymentErrors } from '#features/money/payments/contract.ts';
import { freshCode, freshCodeErrors } from '#features/people/accounts/contract/fresh-code.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import {
  cents,
  email,
  filterQuery,
  hours,
  id,
  idParams,
  LARGEST_PAGE,
  line,
  listQuery,
  listReply,
  paragraph,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import * as policy from './rules/policy.ts';

export const creditErrors = defineErrors({
  price_changed: {
    status: 409,
    title: 'The price has changed',
    detail: 'Nothing was charged. Check the new price before you pay.',
  },
  not_enough_credits: {
    status: 409,
    title: 'Not enough hours',
    detail: 'You do not have that many hours. Send fewer, or buy some first.',
  },
  credits_disputed: {
    status: 409,
    title: 'These hours cannot be used now',
    detail:
      'Your bank is looking into the payment for these hours. You can use them again once it has decided that the payment stands.',
  },
  gift_to_self: {
    status: 409,
    title: 'That is your own address',
    detail: 'Hours cannot be sent to yourself. Enter your friend’s e-mail address.',
  },
  gift_not_ready: {
    status: 409,
    title: 'These hours cannot be claimed yet',
    detail: 'Try again in a few days, or ask the friend who sent them.',
  },
  gift_unknown: {
    status: 404,
    title: 'We could not find this code',
    detail: 'Check the code in your e-mail. It works once, until the date in that e-mail.',
  },
});

/** Prepaid hours, bought or granted at once. */
export const creditLot = z.object({
  /** The `credit_ID` of POST /customers/updatecredit. */
  id,
  /** Whole dollars, the tier: 27, 25, 24 or 0. */
  perHour: z.int(),
  /** Hours left in the lot. */
  numCredits: z.number(),
  purchasedAt: wireMoment,
  expiresAt: wireMoment.nullable(),
  source: z.enum(['purchase', 'gift', 'adjustment', 'refund']),
  /**
   * The payment that bought it is disputed, or the dispute was lost: its hours can neither be spent nor sent.
   */
  isDisputed: z.boolean(),
});
export type CreditLot = z.output<typeof creditLot>;

export const listLots = defineCall({
  method: 'GET',
  path: '/customers-credits/:id',
  ...openTo(policy.seeCredits),
  summary: 'What a customer holds, lot by lot, in spending order. A bare array.',
  params: idParams,
  reply: z.array(creditLot),
});

const CREDIT_FILTERS = {
  customerID: id.optional(),
  perHour: z.coerce.number().int().optional(),
  /** Empty lots are left out by default. */
  empty: z.enum(['0', '1']).default('0'),
};

/** One item per lot. The office sees all lots, customers their own. */
export const listCredits = defineCall({
  method: 'GET',
  path: '/credits/list',
  ...openTo(policy.seeCredits),
  summary: 'Lots of credits with their holders, newest first',
  query: listQuery(
    ['purchasedAt', 'createdAt', 'expiresAt', 'perHour', 'numCredits', 'customer'],
    CREDIT_FILTERS,
  ),
  reply: listReply(
    creditLot.extend({
      customer: z.object({ id, fullname: z.string() }),
      /** The lot's initial hours. */
      granted: z.number(),
    }),
  ),
  streamed: true,
});

export const totalCredits = defineCall({
  method: 'GET',
  path: '/credits/totals',
  ...openTo(policy.seeAllCredits),
  summary: 'The hours left in the lots of a list and their worth; the filters are those of the list',
  query: filterQuery(CREDIT_FILTERS),
  reply: z.object({
    count: z.int(),
    hours: z.number(),
    /** Cents, at the price of each lot's tier. */
    value: z.int(),
  }),
});

export const movementKind = z.enum([
  'bought',
  'adjusted',
  'held',
  'returned',
  'sent',
  'gift-returned',
  'received',
  'expired',
  'refunded',
]);

export const creditMovement = z.object({
  id,
  kind: movementKind,
  /** Hours reserved for an unpaid visit: they come back when its hold ends. */
  isHeld: z.boolean(),
  /** Negative for hours that leave. */
  hours: z.number(),
  perHour: z.int(),
  jobID: id.nullable(),
  giftID: id.nullable(),
  transactionID: id.nullable(),
  reason: z.string(),
  createdAt: wireMoment,
});

export const listCreditMovements = defineCall({
  method: 'GET',
  path: '/customers-credits/:id/movements',
  ...openTo(policy.seeCredits),
  summary: 'Every movement of a customer’s hours, newest first',
  params: idParams,
  query: listQuery(['createdAt'], {}).omit({ q: true }),
  reply: listReply(creditMovement),
  streamed: true,
});

const balance = {
  /** A delta in hours that the client adds to its balance. */
  creditsLeft: z.number(),
  creditsBalance: z.number(),
};

export const payPackage = defineCall({
  method: 'POST',
  path: '/packages/:id/pay',
  ...openTo(policy.buyCredits),
  summary: 'Buys a package of hours with a new card or the stored one.',
  params: idParams,
  body: z.strictObject({
    ...payingFields,
    promocode: line(40).nullish(),
    /**
     * The price in cents that the client shows; a different price is 409 with the current one, before any
     * charge.
     */
    price: cents.nullish(),
  }),
  ignored: ['total', 'amountToPay', 'customerID', 'customer_id', 'auth'],
  reply: z.union([
    z.object({
      /** Null if there was nothing to charge. */
      transactionID: id.nullable(),
      /** Hours bought. */
      credits: z.number(),
      ...balance,
      receiptNo: z.int(),
    }),
    bankAsks,
  ]),
  errors: {
    ...pick(creditErrors, 'price_changed'),
    ...pick(paymentErrors, 'card_declined', 'no_stored_card', 'payment_in_progress'),
  },
  idempotent: true,
  resumes: true,
  passing: bankAsks,
});

/** Lets a customer pay another way while the bank's challenge is open. */
export const cancelPackagePayment = defineCall({
  method: 'POST',
  path: '/packages/:id/payment/cancel',
  ...openTo(policy.buyCredits),
  summary: 'Ends the open purchase of a package.',
  params: idParams,
  reply: z.object({
    /** True if the payment succeeded meanwhile: the customer owns the hours. */
    isPaid: z.boolean(),
  }),
  errors: pick(paymentErrors, 'payment_in_progress'),
  idempotent: true,
  resumes: true,
});

const giftState = z.enum(['pending', 'claimed', 'returned']);

export const giftReply = z.object({
  id,
  hours: z.number(),
  email: z.string(),
  /**
   * What the sender said about the friend; null if nothing. Whether the address has an account is not
   * disclosed.
   */
  email_type: z.enum(['existing', 'new']).nullable(),
  message: z.string(),
  status: giftState,
  sentAt: wireMoment,
  /** Can be claimed until then: 30 days, or until its hours expire. After that it is returned. */
  expiresAt: wireMoment,
  /** When the first of its hours expire, for sender and receiver alike; null if they do not expire. */
  hoursExpireAt: wireMoment.nullable(),
  claimedAt: wireMoment.nullable(),
  returnedAt: wireMoment.nullable(),
  sender: z.object({ fullname: z.string() }),
});
export type GiftReply = z.output<typeof giftReply>;

export const sendCredit = defineCall({
  method: 'POST',
  path: '/customers/sendcredit',
  ...openTo(policy.sendCredits),
  summary:
    'Sends hours to a friend: the code goes by e-mail only. Unclaimed hours return after 30 days, or when they expire. A customer who signed in more than 4 hours ago sends a new sign-in code as `otp`.',
  body: z.strictObject({
    /** Hours. */
    amount: hours.refine((amount) => amount > 0, { error: 'Enter how many hours to send.' }),
    email,
    /**
     * Stored as the sender's statement only. The e-mail depends on whether the address has an account, which
     * the server looks up and does not disclose.
     */
    email_type: z.enum(['existing', 'new']).nullish(),
    message: paragraph(500).nullish(),
    otp: freshCode.optional(),
  }),
  ignored: ['customerID', 'customer_id'],
  reply: z.object({ gift: giftReply, ...balance }),
  errors: {
    ...pick(creditErrors, 'not_enough_credits', 'credits_disputed', 'gift_to_self'),
    ...freshCodeErrors,
  },
  idempotent: true,
});

export const receiveCredit = defineCall({
  method: 'POST',
  path: '/customers/receivedcredit',
  ...openTo(policy.receiveCredits),
  summary: 'Claims a gift by its code; wrong, used and expired codes get the same reply; 5 tries per hour.',
  body: z.strictObject({ code: line(80) }),
  ignored: ['customerID', 'customer_id'],
  reply: z.object({ gift: giftReply, ...balance }),
  errors: pick(creditErrors, 'gift_unknown', 'gift_not_ready'),
  idempotent: true,
});

const history = {
  body: z.strictObject({
    /** For the office, which sees all gifts without it; customers see their own. */
    customerID: id.optional(),
    from: z.int().min(0).default(0),
    size: z.int().min(0).max(LARGEST_PAGE).default(50),
  }),
  ignored: ['customer_id'] as const,
  reply: listReply(giftReply),
  streamed: true,
} as const;

export const listSentCredits = defineCall({
  method: 'POST',
  path: '/customers/sendcreditList',
  ...openTo(policy.seeCredits),
  summary: 'Gifts that a customer sent, newest first',
  ...history,
});

export const listReceivedCredits = defineCall({
  method: 'POST',
  path: '/customers/receivedcreditList',
  ...openTo(policy.seeCredits),
  summary: 'Gifts that a customer claimed, newest first',
  ...history,
});
