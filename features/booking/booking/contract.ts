import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { paymentErrors } from '#features/money/payments/contract.ts';
import * as routes from '#features/routes.ts';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { cleanerType, crewIDs, job, overrideReason } from '#features/work/jobs/contract/shapes.ts';
import { MAX_REQUESTS } from '#features/work/jobs/rules/wishes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import {
  flag,
  hours,
  id,
  line,
  moment,
  paragraph,
  postal,
  required,
  whole,
} from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { onConflict, quoteReply, recurrence } from './contract/shapes.ts';
import * as policy from './rules/policy.ts';

const bookingFields = {
  packageID: id,
  /** Has to be the start plus the hours and the break of the visit. */
  endTime: moment.optional(),
  hours: hours.optional(),
  numCleaners: whole(1, 5).optional(),
  ...crewIDs,
  cleanerType: cleanerType.optional(),
  jobType: jobType.optional(),
  requireCleaningSupplies: flag.default(false),
  specialRequests: paragraph(MAX_REQUESTS).default(''),
  contactDetails: paragraph(300).default(''),
  promocode: line(40).default(''),
  recurrence: recurrence.nullish(),
  onConflict: onConflict.default('refuse'),
};

/** Office only: why the named cleaners come although a soft rule (region, gender, pets) says no. */
const overriding = { overrideReason: overrideReason.optional() };

/** Office only: makes good a visit that is done, at the same home and with its package, free of charge. */
const recleaning = { recleanOf: id.optional(), recleanReason: required(300).optional() };

/** The preferences of a home that is not stored yet; with `addressID`, the home's own apply. */
const unsavedHome = {
  gender: z.enum(['', 'female', 'male']).optional(),
  language: line(60).optional(),
  hasPets: flag.optional(),
};

/** Figures that a client computes itself and sends; they are ignored. */
const jobFigures = ['price', 'total', 'amountToPay', 'creditsUsed', 'auth', 'otpVerified'] as const;

const bookingErrors = {
  ...pick(
    jobErrors,
    'slot_taken',
    'series_conflict',
    'not_bookable',
    'too_many_holds',
    'crew_incomplete',
    'no_reclean',
    'hold_expired',
    'later_dates_taken',
  ),
  ...pick(paymentErrors, 'payment_in_progress'),
};

/**
 * A held booking of the same customer (all visits of a series) that this one replaces atomically. It stays if
 * this one is refused.
 */
const replacing = { replacesJobID: id.optional() };

/** Returns price, crew and conflicts without holding anything. Without `startTime`: the price only. */
export const quoteJob = defineCall({
  ...routes.quoteJob,
  ...openTo(policy.askPrice),
  summary: 'Price, crew and conflicts of a booking, without holding anything.',
  body: z.strictObject({
    ...bookingFields,
    addressID: id.optional(),
    postal: postal.optional(),
    ...unsavedHome,
    startTime: moment.optional(),
    customerID: id.optional(),
    excludeJobID: id.optional(),
    ...replacing,
    ...overriding,
    ...recleaning,
  }),
  ignored: [...jobFigures, 'customer_id'],
  reply: quoteReply,
  errors: pick(jobErrors, 'not_bookable', 'crew_incomplete', 'no_reclean'),
});

/** Holds the slot for 15 minutes, for the whole crew or not at all. */
export const createJob = defineCall({
  ...routes.createJob,
  ...openTo(policy.book),
  summary: 'Books: prices, and holds the slot for 15 minutes.',
  body: z.strictObject({
    ...bookingFields,
    ...replacing,
    addressID: id,
    startTime: moment,
    label: line(100).optional(),
  }),
  ignored: [...jobFigures, 'customerID', 'customer_id'],
  reply: job,
  creates: true,
  errors: bookingErrors,
});

export const createJobForCustomer = defineCall({
  method: 'POST',
  path: '/jobs',
  ...openTo(policy.bookForOthers),
  summary: 'The office books for a customer; lead time and horizon do not apply.',
  body: z.strictObject({
    ...bookingFields,
    ...replacing,
    ...overriding,
    ...recleaning,
    addressID: id,
    startTime: moment,
    customerID: id,
    label: line(100).optional(),
  }),
  ignored: jobFigures,
  reply: job,
  status: 201,
  creates: true,
  errors: bookingErrors,
  idempotent: true,
});
