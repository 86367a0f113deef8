/** Booking and paying: quote, hold, pay, settle. */
import { z } from 'zod';
import { jobErrors } from '#features/jobs/contract/errors.ts';
import { jobOwned } from '#features/jobs/contract/job-owned.ts';
import { cleanerType, crewIds, job } from '#features/jobs/contract/shapes.ts';
import { jobType } from '#features/packages/contract.ts';
import { payingFields, paymentErrors } from '#features/payments/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import {
  cents,
  email,
  flag,
  hours,
  id,
  idParams,
  line,
  moment,
  paragraph,
  postal,
  whole,
} from '#platform/contract/schemas.ts';
import { onConflict, paidReply, quoteReply, recurrence } from './contract/shapes.ts';

const bookingWish = {
  packageID: id,
  hours: hours.optional(),
  numCleaners: whole(1, 5).optional(),
  ...crewIds,
  cleanerType: cleanerType.optional(),
  jobType: jobType.optional(),
  requireCleaningSupplies: flag.default(false),
  specialRequests: paragraph(1000).default(''),
  contactDetails: paragraph(300).default(''),
  promocode: line(40).default(''),
  recurrence: recurrence.nullish(),
  onConflict: onConflict.default('refuse'),
};

const bookingErrors = pick(
  jobErrors,
  'slot_taken',
  'series_conflict',
  'not_bookable',
  'too_many_holds',
  'crew_incomplete',
);

/** Price, crew and conflicts, holding nothing. Without `startTime`: the price alone. */
export const quoteJob = defineCall({
  method: 'POST',
  path: '/jobs/quote',
  who: ['anyone', 'customer', 'admin'],
  summary: 'Price, crew and conflicts of a booking, without holding anything.',
  body: z.strictObject({
    ...bookingWish,
    addressID: id.optional(),
    postal: postal.optional(),
    startTime: moment.optional(),
    customerID: id.optional(),
    excludeJobID: id.optional(),
  }),
  ignored: [...jobOwned, 'label', 'customer_id'],
  reply: quoteReply,
  errors: pick(jobErrors, 'not_bookable', 'crew_incomplete'),
});

/** Holds the slot for 15 minutes, for the whole crew or for nobody. */
export const createJob = defineCall({
  method: 'POST',
  path: '/customers/createjob',
  who: ['customer'],
  summary: 'Books: prices, and holds the slot for 15 minutes.',
  body: z.strictObject({
    ...bookingWish,
    addressID: id,
    startTime: moment,
    /** An own booking that is held and not paid: its hold ends with this one's, and its time counts as free. */
    replacesJobID: id.optional(),
  }),
  ignored: [...jobOwned, 'customerID', 'customer_id', 'label', 'postal'],
  reply: job,
  status: 201,
  errors: bookingErrors,
  idempotent: true,
});

export const createJobForCustomer = defineCall({
  method: 'POST',
  path: '/jobs',
  who: ['admin'],
  summary: 'The office books for a customer; lead and horizon do not bind it.',
  body: z.strictObject({
    ...bookingWish,
    addressID: id,
    startTime: moment,
    customerID: id,
    label: line(100).optional(),
  }),
  ignored: jobOwned,
  reply: job,
  status: 201,
  errors: bookingErrors,
  idempotent: true,
});

export const updateJobPromocode = defineCall({
  method: 'POST',
  path: '/jobs/:id/update-promocode',
  who: ['customer', 'admin'],
  summary: 'Puts a promo code on an unpaid job, or takes it off again with an empty one.',
  params: idParams,
  body: z.strictObject({ promocode: line(40) }),
  ignored: ['id', 'jobID', 'jobId'],
  reply: job,
  errors: pick(jobErrors, 'not_payable'),
});

const commitErrors = {
  ...pick(jobErrors, 'price_changed', 'hold_expired', 'slot_taken', 'not_payable'),
  ...pick(paymentErrors, 'card_declined', 'no_stored_card', 'payment_in_progress'),
};

/**
 * Reserve, charge, confirm. `stripeToken` is a new card (kept with `change`), `picked` the stored one.
 * Figures sent along are compared with the server's, never believed.
 */
export const commitJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/commit',
  who: ['customer', 'admin'],
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
  ignored: ['id', 'jobID', 'jobId', 'amountToPay', 'customerID', 'customer_id', 'auth', 'otpVerified'],
  reply: paidReply,
  errors: commitErrors,
  idempotent: true,
});

/** The office settles an unpaid job with the stored card, or with nothing when the amount is 0. */
export const confirmJobAdmin = defineCall({
  method: 'POST',
  path: '/customers/confirmJobAdmin',
  who: ['admin'],
  summary: 'Settles an unpaid job with the stored card and confirms it.',
  body: z.strictObject({
    jobID: id,
    amountToPay: cents,
    promocode: line(40).nullish(),
    reason: line(300).optional(),
  }),
  reply: paidReply,
  errors: { ...commitErrors, ...pick(jobErrors, 'reason_needed') },
  idempotent: true,
});
