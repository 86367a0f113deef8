/**
 * All that crosses the wire for jobs. Here: booking, paying, changing, the trash. In contract/: slots.ts (what is
 * free), visits.ts (the visit itself), shapes.ts, errors.ts.
 */
import { z } from 'zod';
import { jobType } from '#features/packages/contract.ts';
import { payingFields, paymentErrors } from '#features/payments/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import {
  cents,
  day,
  email,
  flag,
  hours,
  id,
  idParams,
  line,
  listQuery,
  listReply,
  moment,
  paragraph,
  postal,
  whole,
} from '#platform/contract/schemas.ts';
import { trashCalls } from '#platform/contract/trash.ts';
import { jobErrors } from './contract/errors.ts';
import { jobOwned } from './contract/job-owned.ts';
import {
  cleanerType,
  crewIds,
  job,
  jobStage,
  jobStatus,
  onConflict,
  paidReply,
  quoteReply,
  recurrence,
} from './contract/shapes.ts';

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
  body: z.strictObject({ ...bookingWish, addressID: id, startTime: moment }),
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

export const listJobs = defineCall({
  method: 'GET',
  path: '/jobs',
  who: ['admin', 'customer', 'cleaner'],
  summary: 'Jobs: all for the office, own for a customer, assigned and paid for a cleaner.',
  query: listQuery(['startTime', 'createdAt', 'label', 'status', 'jobType', 'customer', 'amountToPay'], {
    customerID: id.optional(),
    cleanerID: id.optional(),
    /** Cancelled and expired jobs are left out unless asked for; `*` is all. */
    status: z.union([jobStatus, z.literal('*')]).optional(),
    /** How far the visit is; asks for paid jobs unless `status` says otherwise. */
    stage: jobStage.optional(),
    jobType: jobType.optional(),
    from_date: day.optional(),
    to_date: day.optional(),
    seriesID: id.optional(),
  }),
  reply: listReply(job),
  streamed: true,
});

export const getJob = defineCall({
  method: 'GET',
  path: '/jobs/:id',
  who: ['admin', 'customer', 'cleaner'],
  summary: 'One job, with its checklist.',
  params: idParams,
  reply: job,
});

/** Only what is sent changes. Crew ids: a place that is left out or null keeps its cleaner. */
export const updateJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/update',
  who: ['admin', 'customer'],
  summary: 'Moves the visit, changes its crew (office) or its notes.',
  params: idParams,
  body: z.strictObject({
    startTime: moment.optional(),
    ...crewIds,
    label: line(100).optional(),
    specialRequests: paragraph(1000).optional(),
    contactDetails: paragraph(300).optional(),
  }),
  ignored: [
    ...jobOwned,
    'customerID',
    'packageID',
    'addressID',
    'numCleaners',
    'hours',
    'jobType',
    'cleanerType',
    'requireCleaningSupplies',
    'promocode',
  ],
  reply: job,
  errors: {
    ...pick(jobErrors, 'slot_taken', 'not_bookable', 'not_changeable', 'change_used', 'change_too_late'),
    ...pick(jobErrors, 'crew_incomplete'),
    ...pick(paymentErrors, 'payment_in_progress'),
  },
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
  resumes: true,
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
  resumes: true,
});

export const { trash: trashJob, untrash: untrashJob } = trashCalls({
  path: '/jobs',
  thing: 'a job',
  along: 'its crew is free again for what is still ahead',
  who: ['admin'],
  reply: job,
  errors: pick(paymentErrors, 'payment_in_progress'),
  untrashErrors: pick(jobErrors, 'slot_taken'),
});
