/** Paying for a held booking: its promo code, its hours of credit, its card. */

import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { creditErrors } from '#features/money/credits/contract.ts';
import { bankAsks, payingFields, paymentErrors } from '#features/money/payments/contract.ts';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { job } from '#features/work/jobs/contract/shapes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { cents, day, email, hours, id, idParams, line, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import * as policy from './rules/policy.ts';

/** Paid, or one more step with the bank, and then commit again. */
export const paidReply = z.union([
  z.object({
    job,
    /** Null when there was nothing to charge. */
    transactionID: id.nullable(),
    /** A delta in hours: what the client adds to its balance. */
    creditsLeft: z.number(),
    creditsBalance: z.number(),
  }),
  bankAsks,
]);

const commitErrors = {
  ...pick(jobErrors, 'price_changed', 'hold_expired', 'later_dates_taken', 'slot_taken', 'not_payable'),
  ...pick(paymentErrors, 'card_declined', 'no_stored_card', 'payment_in_progress'),
  ...pick(creditErrors, 'credits_disputed'),
};

const changeErrors = {
  ...pick(jobErrors, 'not_payable', 'hold_expired'),
  ...pick(paymentErrors, 'payment_in_progress'),
};

export const updateJobPromocode = defineCall({
  method: 'POST',
  path: '/jobs/:id/update-promocode',
  ...openTo(policy.payForJob),
  summary:
    'Puts a promo code on an unpaid job, or takes it off again with an empty one; of a series, on its first visit.',
  params: idParams,
  body: z.strictObject({ promocode: line(40) }),
  reply: job,
  errors: changeErrors,
});

/** Hours go from the customer's lots to the job at once; they come back when its hold ends unpaid. */
export const updateCredit = defineCall({
  method: 'POST',
  path: '/customers/updatecredit',
  ...openTo(policy.payForJob),
  summary: 'Pays an unpaid job with hours of credit, as far as they go; of a series, visit by visit.',
  body: z.strictObject({
    jobID: id,
    /** The lot to take from first; empty gives the hours back that the job uses. */
    credit_ID: z.union([id, z.literal('')]).nullish(),
    /** Put on the job before the hours; left alone when absent. */
    promocode: line(40).nullish(),
  }),
  ignored: ['customerID', 'customer_id', 'creditsUsed', 'amountToPay'],
  reply: z.object({
    /** Hours that the booking uses. */
    creditsUsed: hours,
    /** A delta in hours: what the client adds to its balance. */
    creditsLeft: z.number(),
    creditsBalance: z.number(),
    /** Cents that are left; at 0 the booking is paid. */
    amountToPay: cents,
  }),
  errors: { ...changeErrors, ...commitErrors },
  idempotent: true,
  resumes: true,
});

/**
 * Reserve, charge, confirm. `stripeToken` is a new card (kept with `change`), `picked` the stored one.
 * Figures sent along are compared with the server's, never believed.
 */
export const commitJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/commit',
  ...openTo(policy.payForJob),
  summary: 'Pays for a held job; of a series, for all its held visits in one charge.',
  params: idParams,
  body: z.strictObject({
    ...payingFields,
    total: cents.nullish(),
    email: email.or(z.literal('')).nullish(),
    promocode: line(40).nullish(),
    price: cents.nullish(),
    jobtype: jobType.nullish(),
    creditsUsed: hours.nullish(),
  }),
  ignored: ['amountToPay', 'customerID', 'customer_id', 'auth', 'otpVerified'],
  reply: paidReply,
  errors: commitErrors,
  idempotent: true,
  resumes: true,
  passing: bankAsks,
});

/** For a person who would pay another way while their bank still asks about a card. */
export const cancelJobPayment = defineCall({
  method: 'POST',
  path: '/jobs/:id/payment/cancel',
  ...openTo(policy.payForJob),
  summary:
    'Ends an open payment of a job, of a series for all its visits. Replies the job: paid, where the money was taken meanwhile.',
  params: idParams,
  reply: job,
  errors: pick(paymentErrors, 'payment_in_progress'),
  idempotent: true,
  resumes: true,
});

/** The office takes payment for an unpaid job from the stored card, or confirms it without a charge. */
export const confirmJobAdmin = defineCall({
  method: 'POST',
  path: '/customers/confirmJobAdmin',
  ...openTo(policy.takePayment),
  summary: 'Charges the stored card for an unpaid job, or nothing when the amount is 0, and confirms it.',
  body: z.strictObject({
    jobID: id,
    amountToPay: cents,
    promocode: line(40).nullish(),
    reason: line(300).optional(),
  }),
  reply: paidReply,
  errors: { ...commitErrors, ...pick(jobErrors, 'reason_needed') },
  idempotent: true,
  resumes: true,
  passing: bankAsks,
});

/** Of a series, all visits that are held together. Of a booking that is confirmed already, the day changes. */
export const payLater = defineCall({
  method: 'POST',
  path: '/jobs/:id/pay-later',
  ...openTo(policy.takePayment),
  summary: 'Confirms a held job that is to be paid later, by a day. It stays to be paid by any method.',
  params: idParams,
  body: z.strictObject({ dueOn: day }),
  reply: job,
  errors: {
    ...pick(jobErrors, 'hold_expired', 'later_dates_taken', 'not_payable'),
    ...pick(paymentErrors, 'payment_in_progress'),
  },
  idempotent: true,
});

export const sendPaymentLink = defineCall({
  method: 'POST',
  path: '/jobs/:id/payment-link',
  ...openTo(policy.takePayment),
  summary:
    'Sends the customer a link to pay, by SMS and e-mail at once. It lists every visit that is held, and until when.',
  params: idParams,
  body: z.strictObject({}),
  reply: z.object({
    visits: z.int(),
    /** Cents, for all of them. */
    amount: cents,
    /** Null where the booking is confirmed, and to be paid by `dueOn`. */
    holdExpiresAt: wireMoment.nullable(),
    dueOn: z.string().nullable(),
  }),
  errors: {
    ...pick(jobErrors, 'hold_expired', 'not_payable'),
    ...pick(paymentErrors, 'payment_in_progress'),
  },
  idempotent: true,
});
