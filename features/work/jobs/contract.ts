/** Routes for listing, reading, changing and trashing jobs. Their shapes and errors are in contract/. */

import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { paymentErrors } from '#features/money/payments/contract.ts';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import {
  cents,
  day,
  filterQuery,
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
  cleanerType,
  crewIDs,
  job,
  jobStage,
  jobStatus,
  overrideReason,
  updatePreview,
} from './contract/shapes.ts';
import { ATTENTION_REASONS } from './rules/attention.ts';
import { ON_BEHALF_OF } from './rules/cancellation.ts';
import * as policy from './rules/policy.ts';
import { DIFFERENCE_ACTIONS } from './rules/price-difference.ts';
import { JOB_SOURCES } from './rules/source.ts';
import { MAX_REQUESTS } from './rules/wishes.ts';

const SORTABLE = [
  'startTime',
  'createdAt',
  'label',
  'status',
  'stage',
  'jobType',
  'customer',
  'postal',
  'crew',
  'address',
  'package',
  'amountToPay',
] as const;

const JOB_FILTERS = {
  customerID: id.optional(),
  cleanerID: id.optional(),
  /**
   * Cancelled and expired jobs are left out unless asked for; `*` returns all. `going-ahead`: paid, or to be paid
   * later; for a cleaner, `paid` means the same. `unpaid`: held, to be paid later, or owing a charge.
   */
  status: z.union([jobStatus, z.enum(['going-ahead', 'unpaid', '*'])]).optional(),
  /** Filters by stage; only visits that go ahead unless `status` says otherwise. */
  stage: jobStage.optional(),
  /**
   * Visits that go ahead and need the office's attention: a cleaner is no longer available, the visit should have
   * begun, or it is over and a cleaner has not clocked in or out.
   */
  needs: z.enum(ATTENTION_REASONS).optional(),
  jobType: jobType.optional(),
  /** Who booked it: the customer on the site, or the office. */
  source: z.enum(JOB_SOURCES).optional(),
  /** When visits begin, in business time: 1 is Monday; 9 is from 9:00 to 9:59. */
  weekday: z.coerce.number().int().min(1).max(7).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  from_date: day.optional(),
  to_date: day.optional(),
  /** The days on which visits were cancelled. */
  cancelled_from: day.optional(),
  cancelled_to: day.optional(),
  seriesID: id.optional(),
  /** The visits that make good this one. */
  recleanOf: id.optional(),
  addressID: id.optional(),
  /** The region that the home is in. */
  regionID: id.optional(),
};

export const listJobs = defineCall({
  ...routes.listJobs,
  ...openTo(policy.seeJob),
  summary: 'Jobs: all for the office; own for a customer; assigned and paid for a cleaner.',
  query: listQuery(SORTABLE, JOB_FILTERS),
  reply: listReply(job),
  streamed: true,
});

export const totalJobs = defineCall({
  method: 'GET',
  path: '/jobs/totals',
  ...openTo(policy.seeStatistics),
  summary: 'What the jobs of a list add up to, by status; the filters are those of the list.',
  query: filterQuery(JOB_FILTERS),
  reply: z.object({
    byStatus: z.array(
      z.object({
        status: jobStatus,
        count: z.int(),
        /** Hours of work: each cleaner's. */
        hours: z.number(),
        /** What the customers pay in money, without hours of credit. */
        amount: z.int(),
      }),
    ),
  }),
});
export type JobTotals = z.output<typeof totalJobs.reply>;

export const getJob = defineCall({
  ...routes.getJob,
  ...openTo(policy.seeJob),
  summary: 'One job, with its checklist.',
  params: idParams,
  reply: job,
});

/** Only the fields sent are changed. Crew ids: a position that is omitted or null keeps its cleaner. */
const changeFields = {
  startTime: moment.optional(),
  /** Has to be the start plus the hours and the break of the visit. */
  endTime: moment.optional(),
  ...crewIDs,
  label: line(100).optional(),
  specialRequests: paragraph(MAX_REQUESTS).optional(),
  contactDetails: paragraph(300).optional(),
  /**
   * One of the customer's homes. Sending the id of the booked home refreshes its address lines. Customers may send it
   * too.
   */
  addressID: id.optional(),
  packageID: id.optional(),
  hours: hours.optional(),
  numCleaners: whole(1, 5).optional(),
  jobType: jobType.optional(),
  cleanerType: cleanerType.optional(),
  requireCleaningSupplies: flag.optional(),
  /** Only for an unpaid visit, together with one of the new customer's homes. */
  customerID: id.optional(),
  /**
   * Office only: false if the customer is not notified of a change of cleaner. They are always notified of a new time.
   */
  tellCustomer: flag.optional(),
  /** Office only: the reason for overriding a soft rule (region, gender, pets). Kept in the history. */
  overrideReason: overrideReason.optional(),
};

const changeErrors = {
  ...pick(jobErrors, 'slot_taken', 'not_bookable', 'not_changeable', 'change_used', 'change_too_late'),
  ...pick(jobErrors, 'crew_incomplete', 'not_correctable'),
  ...pick(paymentErrors, 'payment_in_progress'),
};

/**
 * The difference that the user was shown, in cents. If ours differs, the reply is 409 with our figure and nothing
 * changes.
 */
const shownDifference = z.int();

export const updateJob = defineCall({
  ...routes.updateJob,
  ...openTo(policy.changeJob),
  summary:
    'Moves the visit, corrects its home, changes its notes; for the office also changes the crew and everything else that was booked.',
  params: idParams,
  body: z.strictObject({
    ...changeFields,
    /** The version that the user saw. If the visit has changed since, the reply is 409 with who did, and it stays. */
    version: z.int().optional(),
    difference: shownDifference.optional(),
    /** How this route handles a price difference after payment; `charge` has its own route. */
    differenceAction: z.enum(DIFFERENCE_ACTIONS).exclude(['charge']).optional(),
    reason: line(300).optional(),
  }),
  changes: getJob,
  reply: job,
  errors: {
    ...changeErrors,
    ...pick(jobErrors, 'visit_changed', 'difference_undecided', 'price_changed', 'reason_needed'),
    ...pick(paymentErrors, 'not_refundable', 'payment_disputed', 'refund_too_much'),
  },
});

export const previewUpdate = defineCall({
  method: 'POST',
  path: '/jobs/:id/update-preview',
  ...openTo(policy.changeJob),
  summary: 'Previews a change: crew, price, and the options for the price difference.',
  params: idParams,
  body: z.strictObject(changeFields),
  reply: updatePreview,
  errors: changeErrors,
});

/** The change is only made if the charge succeeds. */
export const updateAndCharge = defineCall({
  method: 'POST',
  path: '/jobs/:id/update-and-charge',
  ...openTo(policy.changeBooking),
  summary: 'Changes a paid visit to a higher price and charges the difference to the stored card.',
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

/** For a cancelled visit: what was kept and given back. */
export const previewCancellation = defineCall({
  method: 'GET',
  path: '/jobs/:id/cancellation-preview',
  ...openTo(policy.cancelJob),
  summary: 'What cancelling now would keep and give back, to the cent and half hour.',
  params: idParams,
  /** The office cancels on behalf of the company unless it states that the customer asked for it. */
  query: z.strictObject({ onBehalfOf: onBehalfOf.optional() }),
  reply: cancellation.extend({
    /** Cancelling is free until then. */
    freeUntil: wireMoment,
  }),
  errors: pick(jobErrors, 'not_cancellable'),
});

export const releaseHold = defineCall({
  ...routes.releaseHold,
  ...openTo(policy.cancelJob),
  summary:
    'Releases the hold of an unpaid booking. If it is paid or being paid, nothing changes and `released` is false.',
  params: idParams,
  body: z.strictObject({}),
  reply: z.object({ released: z.boolean() }),
});

/** Idempotent: cancelling again returns the same reply. */
export const cancelJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/cancel',
  ...openTo(policy.cancelJob),
  summary:
    'Cancels a visit: frees its crew and gives back card money, promo code and hours by its frozen terms.',
  params: idParams,
  body: z.strictObject({
    reason: line(300).optional(),
    onBehalfOf: onBehalfOf.optional(),
    /** Office only: the crew came and nobody let them in. The customer’s terms apply, and the fee is a lock-out fee. */
    isLockOut: flag.optional(),
    /**
     * The fee that the user was shown, in cents. If ours differs, the reply is 409 with our figure and nothing changes.
     */
    fee: cents.optional(),
  }),
  reply: cancellation.extend({
    job,
    /** In hours; the client adds it to its balance. */
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
  errors: {
    ...pick(jobErrors, 'visit_ahead', 'visit_happened'),
    ...pick(paymentErrors, 'payment_in_progress'),
  },
  untrashErrors: pick(jobErrors, 'slot_taken'),
});

/** They change slots, so they accept an Idempotency-Key. */
export const trashJob = defineCall({ ...trashing.trash, idempotent: true });
export const untrashJob = defineCall({ ...trashing.untrash, idempotent: true });
