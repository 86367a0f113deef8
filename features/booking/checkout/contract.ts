/** Paying for a held booking: promo code, hours of credit, card. */

import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { creditErrors } from '#features/money/credits/contract.ts';
import { bankAsks, payingFields, paymentErrors } from '#features/money/payments/contract.ts';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { job } from '#features/work/jobs/contract/shapes.ts';
import { CHARGE_REASONS, DISCOUNT } from '#features/work/jobs/rules/charges.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import {
  cents,
  day,
  email,
  hours,
  id,
  idParams,
  line,
  required,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import * as policy from './rules/policy.ts';

/** Paid, or one more step with the bank before committing again. */
export const paidReply = z.union([
  z.object({
    job,
    /** Null if there was nothing to charge. */
    transactionID: id.nullable(),
    /** A delta in hours that the client adds to its balance. */
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

const wayErrors = defineErrors({
  not_offered: {
    status: 409,
    title: 'Not offered',
    detail: 'This booking cannot be paid in this way. Nothing was charged. Choose another way to pay.',
  },
});

const changeErrors = {
  ...pick(jobErrors, 'not_payable', 'hold_expired'),
  ...pick(paymentErrors, 'payment_in_progress'),
};

export const updateJobPromocode = defineCall({
  method: 'POST',
  path: '/jobs/:id/update-promocode',
  ...openTo(policy.payForJob),
  summary:
    'Applies a promo code to an unpaid job, or removes it with an empty one; for a series, on its first visit.',
  params: idParams,
  body: z.strictObject({ promocode: line(40) }),
  reply: job,
  errors: changeErrors,
});

/** Hours move from the customer's lots to the job at once, and come back if its hold ends unpaid. */
export const updateCredit = defineCall({
  method: 'POST',
  path: '/customers/updatecredit',
  ...openTo(policy.payForJob),
  summary: 'Pays an unpaid job with hours of credit, as far as they go; for a series, visit by visit.',
  body: z.strictObject({
    jobID: id,
    /** The lot to take from first; empty returns the hours that the job uses. */
    credit_ID: z.union([id, z.literal('')]).nullish(),
    /** Applied before the hours; unchanged if absent. */
    promocode: line(40).nullish(),
  }),
  ignored: ['customerID', 'customer_id', 'creditsUsed', 'amountToPay'],
  reply: z.object({
    /** Hours that the booking uses. */
    creditsUsed: hours,
    /** A delta in hours that the client adds to its balance. */
    creditsLeft: z.number(),
    creditsBalance: z.number(),
    /** Cents left to pay; at 0 the booking is paid. */
    amountToPay: cents,
  }),
  errors: { ...changeErrors, ...commitErrors },
  idempotent: true,
  resumes: true,
});

/**
 * Reserve, charge, apply the outcome. `stripeToken` is a new card (stored with `change`), `picked` the stored one.
 * Figures from the client are compared with the server's, never trusted.
 */
export const commitJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/commit',
  ...openTo(policy.payForJob),
  summary: 'Pays for a held job; for a series, all its held visits in one charge.',
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

/** Lets a customer pay another way while the bank's challenge is open. */
export const cancelJobPayment = defineCall({
  method: 'POST',
  path: '/jobs/:id/payment/cancel',
  ...openTo(policy.payForJob),
  summary:
    'Ends the open payment of a job, or of all visits of its series. Replies the job, which is paid if the payment succeeded meanwhile.',
  params: idParams,
  reply: job,
  errors: pick(paymentErrors, 'payment_in_progress'),
  idempotent: true,
  resumes: true,
});

/** The office charges the stored card for an unpaid job, or confirms it without a charge. */
export const chargeAndConfirm = defineCall({
  method: 'POST',
  path: '/customers/confirmJobAdmin',
  ...openTo(policy.takePayment),
  summary: 'Charges the stored card for an unpaid job, or nothing if the amount is 0, and confirms it.',
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

/** For a series, all visits held together. For a booking that is already confirmed, changes the due date. */
export const payLater = defineCall({
  method: 'POST',
  path: '/jobs/:id/pay-later',
  ...openTo(policy.takePayment),
  summary: 'Confirms a held job that is to be paid later, by a due date and any method.',
  params: idParams,
  body: z.strictObject({ dueOn: day }),
  reply: job,
  errors: {
    ...pick(jobErrors, 'hold_expired', 'later_dates_taken', 'not_payable'),
    ...pick(paymentErrors, 'payment_in_progress'),
  },
  idempotent: true,
});

/** Money that comes this way is recorded by the office once it is in the bank. */
export const readPayNow = defineCall({
  method: 'GET',
  path: '/jobs/:id/paynow',
  ...openTo(policy.payForJob),
  summary: 'The PayNow code for what a booking owes, to the account of the business itself.',
  params: idParams,
  reply: z.object({
    /** A UEN, or a mobile number. */
    payee: z.string(),
    name: z.string(),
    /** Cents for all visits that are paid together. */
    amount: cents,
    /** Of the first visit, as the office's search reads it: `JOB446`. */
    reference: z.string(),
    expiresOn: z.string(),
    /** The text of the QR code. */
    code: z.string(),
  }),
  errors: { ...pick(jobErrors, 'not_payable'), ...wayErrors },
});

export const payEachVisit = defineCall({
  method: 'POST',
  path: '/jobs/:id/pay-each-visit',
  ...openTo(policy.payForJob),
  summary:
    'Confirms a held series: the saved card is charged for each visit, at the time that the business has set.',
  params: idParams,
  body: z.strictObject({}),
  reply: job,
  errors: {
    ...pick(jobErrors, 'hold_expired', 'later_dates_taken', 'not_payable'),
    ...pick(paymentErrors, 'payment_in_progress', 'no_stored_card'),
    ...wayErrors,
  },
  idempotent: true,
});

/**
 * A visit that is not paid costs more or less from now on. One that is paid, or cancelled, owes the charge in addition, and
 * a discount is refunded.
 */
export const chargeForVisit = defineCall({
  method: 'POST',
  path: '/jobs/:id/charges',
  ...openTo(policy.takePayment),
  summary: 'Charges extra for a visit, or takes something off, with a reason that the customer reads.',
  params: idParams,
  body: z.strictObject({
    reason: z.enum([...CHARGE_REASONS, DISCOUNT]),
    note: line(100).optional(),
    /** Cents, also of a discount. */
    amount: cents.min(1),
    /** How a visit that is paid pays for it: the saved card at once, a link, or money that has come. */
    how: z.enum(['card', 'link', 'cash', 'paynow', 'bank']).default('card'),
    /** What the visit costs as the user has seen it, in cents. If ours differs, nothing changes. */
    amountToPay: cents.optional(),
  }),
  reply: job,
  errors: {
    ...pick(jobErrors, 'not_chargeable', 'discount_too_much', 'charge_too_small', 'price_changed'),
    ...pick(paymentErrors, 'payment_in_progress', 'not_refundable', 'payment_disputed', 'refund_too_much'),
  },
  idempotent: true,
  resumes: true,
});

export const payCharge = defineCall({
  method: 'POST',
  path: '/job-charges/:id/pay',
  ...openTo(policy.payForJob),
  summary: 'Pays a charge that a visit owes, by a new card or the saved one.',
  params: idParams,
  body: z.strictObject(payingFields),
  reply: z.union([z.object({ job, transactionID: id }), bankAsks]),
  errors: {
    ...pick(jobErrors, 'not_owed'),
    ...pick(paymentErrors, 'card_declined', 'no_stored_card', 'payment_in_progress'),
  },
  idempotent: true,
  resumes: true,
  passing: bankAsks,
});

export const waiveCharge = defineCall({
  method: 'POST',
  path: '/job-charges/:id/waive',
  ...openTo(policy.takePayment),
  summary: 'Waives a charge that a visit owes, with a reason for the record.',
  params: idParams,
  body: z.strictObject({ reason: required(300) }),
  reply: job,
  errors: { ...pick(jobErrors, 'not_owed'), ...pick(paymentErrors, 'payment_in_progress') },
  idempotent: true,
});

export const payByInvoice = defineCall({
  method: 'POST',
  path: '/jobs/:id/pay-by-invoice',
  ...openTo(policy.payForJob),
  summary:
    'Confirms a held booking of a customer who is billed by invoice: its visits are billed once they are done.',
  params: idParams,
  body: z.strictObject({}),
  reply: job,
  errors: {
    ...pick(jobErrors, 'hold_expired', 'later_dates_taken', 'not_payable'),
    ...pick(paymentErrors, 'payment_in_progress'),
    ...wayErrors,
  },
  idempotent: true,
});

export const sendPaymentLink = defineCall({
  method: 'POST',
  path: '/jobs/:id/payment-link',
  ...openTo(policy.takePayment),
  summary: 'Sends the customer a payment link by SMS and e-mail, listing every held visit and the deadline.',
  params: idParams,
  body: z.strictObject({}),
  reply: z.object({
    visits: z.int(),
    /** Cents for all visits. */
    amount: cents,
    /** Null if the booking is confirmed and due by `dueOn`. */
    holdExpiresAt: wireMoment.nullable(),
    dueOn: z.string().nullable(),
  }),
  errors: {
    ...pick(jobErrors, 'hold_expired', 'not_payable'),
    ...pick(paymentErrors, 'payment_in_progress'),
  },
  idempotent: true,
});
