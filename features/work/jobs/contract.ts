/** The record of a job: listing, reading, changing, the trash. In contract/: its shapes and errors. */

import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { paymentErrors } from '#features/money/payments/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import {
  cents,
  day,
  flag,
  hours,
  id,
  idParams,
  line,
  listQuery,
  listReply,
  moment,
  paragraph,
  whole,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { trashCalls } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { jobErrors } from './contract/errors.ts';
import {
  cancellation,
  changePreview,
  cleanerType,
  crewIds,
  job,
  jobStage,
  jobStatus,
  overrideReason,
} from './contract/shapes.ts';
import { ON_BEHALF_OF } from './rules/cancellation.ts';
import { NEEDS } from './rules/needs.ts';
import * as policy from './rules/policy.ts';
import { DIFFERENCE_ACTIONS } from './rules/price-difference.ts';

const SORTABLE = [
  'startTime',
  'createdAt',
  'label',
  'status',
  'stage',
  'jobType',
  'customer',
  'postal',
  'address',
  'package',
  'amountToPay',
] as const;

export const listJobs = defineCall({
  method: 'GET',
  path: '/jobs',
  ...openTo(policy.seeJob),
  summary: 'Jobs: all for the office, own for a customer, assigned and paid for a cleaner.',
  query: listQuery(SORTABLE, {
    customerID: id.optional(),
    cleanerID: id.optional(),
    /**
     * Cancelled and expired jobs are left out unless asked for; `*` is all. `going-ahead`: paid, or to be paid later; to a
     * cleaner `paid` is the same.
     */
    status: z.union([jobStatus, z.enum(['going-ahead', '*'])]).optional(),
    /** How far the visit is; asks for visits that go ahead unless `status` says otherwise. */
    stage: jobStage.optional(),
    /**
     * What there is to do about a visit that goes ahead: a cleaner of it cannot come any more, it should have begun, or it is
     * over and somebody has not clocked in or out.
     */
    needs: z.enum(NEEDS).optional(),
    jobType: jobType.optional(),
    from_date: day.optional(),
    to_date: day.optional(),
    seriesID: id.optional(),
    addressID: id.optional(),
  }),
  reply: listReply(job),
  streamed: true,
});

export const getJob = defineCall({
  method: 'GET',
  path: '/jobs/:id',
  ...openTo(policy.seeJob),
  summary: 'One job, with its checklist.',
  params: idParams,
  reply: job,
});

/** Only what is sent changes. Crew ids: a place that is left out or null keeps its cleaner. */
const changeFields = {
  startTime: moment.optional(),
  ...crewIds,
  label: line(100).optional(),
  specialRequests: paragraph(1000).optional(),
  contactDetails: paragraph(300).optional(),
  /** A home of the customer; the one that is booked takes its lines over as they are now. Customers may send it too. */
  addressID: id.optional(),
  packageID: id.optional(),
  hours: hours.optional(),
  numCleaners: whole(1, 5).optional(),
  jobType: jobType.optional(),
  cleanerType: cleanerType.optional(),
  requireCleaningSupplies: flag.optional(),
  /** For an unpaid visit, along with a home of theirs. */
  customerID: id.optional(),
  /** Of the office: false where the customer is not told that somebody else comes. A move is always told. */
  tellCustomer: flag.optional(),
  /** Of the office: why cleaners are assigned whom a soft rule (region, gender, pets) speaks against. Kept in the history. */
  overrideReason: overrideReason.optional(),
};

const changeErrors = {
  ...pick(jobErrors, 'slot_taken', 'not_bookable', 'not_changeable', 'change_used', 'change_too_late'),
  ...pick(jobErrors, 'crew_incomplete', 'not_correctable'),
  ...pick(paymentErrors, 'payment_in_progress'),
};

/** Cents that the person was shown as the difference; another one of ours is 409 with it, and nothing happens. */
const shownDifference = z.int();

export const updateJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/update',
  ...openTo(policy.changeJob),
  summary:
    'Moves the visit, corrects its home, changes its notes; for the office also its crew and all else that was booked.',
  params: idParams,
  body: z.strictObject({
    ...changeFields,
    difference: shownDifference.optional(),
    /** What of a difference after payment is done here; `charge` is a call of its own. */
    differenceAction: z.enum(DIFFERENCE_ACTIONS).exclude(['charge']).optional(),
    reason: line(300).optional(),
  }),
  reply: job,
  errors: {
    ...changeErrors,
    ...pick(jobErrors, 'difference_undecided', 'price_changed', 'reason_needed'),
    ...pick(paymentErrors, 'not_refundable', 'payment_disputed', 'refund_too_much'),
  },
  idempotent: true,
});

export const previewUpdate = defineCall({
  method: 'POST',
  path: '/jobs/:id/update-preview',
  ...openTo(policy.changeJob),
  summary: 'Who would come after a change, what it would cost, and what can be done about the difference.',
  params: idParams,
  body: z.strictObject(changeFields),
  reply: changePreview,
  errors: changeErrors,
});

/** The change is made once the charge has succeeded, or not at all. */
export const updateAndCharge = defineCall({
  method: 'POST',
  path: '/jobs/:id/update-and-charge',
  ...openTo(policy.changeBooking),
  summary: 'Changes a paid visit that costs more then, and charges the difference to the stored card.',
  params: idParams,
  body: z.strictObject({ ...changeFields, difference: shownDifference }),
  reply: z.object({ job, transactionID: id }),
  errors: {
    ...changeErrors,
    ...pick(jobErrors, 'price_changed', 'change_not_made'),
    ...pick(paymentErrors, 'card_declined', 'no_stored_card'),
  },
  idempotent: true,
  resumes: true,
});

const onBehalfOf = z.enum(ON_BEHALF_OF);

/** For a visit that was cancelled: what was kept and given back. */
export const previewCancellation = defineCall({
  method: 'GET',
  path: '/jobs/:id/cancellation-preview',
  ...openTo(policy.cancelJob),
  summary: 'What cancelling would keep and give back at this moment, to the cent and half hour.',
  params: idParams,
  /** The office asks for the company, unless it says that the customer wants it. */
  query: z.object({ onBehalfOf: onBehalfOf.optional() }),
  reply: cancellation.extend({
    /** Nothing is kept until then. */
    freeUntil: wireMoment,
  }),
  errors: pick(jobErrors, 'not_cancellable'),
});

export const releaseHold = defineCall({
  method: 'POST',
  path: '/jobs/:id/release',
  ...openTo(policy.cancelJob),
  summary:
    'Gives up a booking that is only held, all of it. What is paid or being paid stays: `released` is false.',
  params: idParams,
  body: z.strictObject({}),
  reply: z.object({ released: z.boolean() }),
  idempotent: true,
});

/** Cancelling again replies the same, and does nothing. */
export const cancelJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/cancel',
  ...openTo(policy.cancelJob),
  summary: 'Calls a visit off: frees its crew, gives card money, code and hours back by its frozen terms.',
  params: idParams,
  body: z.strictObject({
    reason: line(300).optional(),
    onBehalfOf: onBehalfOf.optional(),
    /** Cents that the person was shown as kept; another fee is 409 with ours, and nothing happens. */
    fee: cents.optional(),
  }),
  reply: cancellation.extend({
    job,
    /** A delta in hours: what the client adds to its balance. */
    creditsLeft: z.number(),
    creditsBalance: z.number(),
  }),
  errors: {
    ...pick(jobErrors, 'not_cancellable', 'cancellation_changed'),
    ...pick(paymentErrors, 'payment_in_progress'),
  },
  idempotent: true,
});

const trashing = trashCalls({
  path: '/jobs',
  thing: 'a job',
  along: 'its crew is free again for what is still ahead',
  action: policy.trashJobs,
  reply: job,
  errors: { ...pick(jobErrors, 'visit_ahead'), ...pick(paymentErrors, 'payment_in_progress') },
  untrashErrors: pick(jobErrors, 'slot_taken'),
});

/** They move slots, so they accept an Idempotency-Key. */
export const trashJob = defineCall({ ...trashing.trash, idempotent: true });
export const untrashJob = defineCall({ ...trashing.untrash, idempotent: true });
