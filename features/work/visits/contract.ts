/** Routes of the visit itself: clocking in and out, the checklist, the review. */

import { z } from 'zod';
import { paymentErrors } from '#features/money/payments/contract.ts';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { checklistLine, job } from '#features/work/jobs/contract/shapes.ts';
import { cancelJob } from '#features/work/jobs/contract.ts';
import { cancelForCompany, seeJob } from '#features/work/jobs/rules/policy.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { flag, id, idParams, line, moment, paragraph, whole } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import * as policy from './rules/policy.ts';

/** The phone's position; both coordinates or neither. Always optional. */
export const location = {
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  /** The accuracy reported by the phone: radius in metres. */
  accuracy: z.number().min(0).max(1_000_000).nullish(),
};

export const jobChecklist = z.object({
  id,
  checklist: z.array(checklistLine),
  comment: z.string(),
});

const clockErrors = pick(
  jobErrors,
  'not_paid',
  'not_started',
  'too_early_to_start',
  'not_changeable',
  'already_clocked',
  'month_approved',
);

/** Whose clock: a cleaner's own; the office names the crew member unless there is only one. */
const clockBody = {
  ...location,
  /** When it happened on the phone, for requests that are sent later; defaults to now. */
  at: moment.optional(),
  cleanerID: id.optional(),
  /** Why the office clocks for a cleaner. Required for the office, not allowed for others. */
  reason: line(300).optional(),
};

export const startJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/start',
  ...openTo(policy.clockVisit),
  summary:
    'A crew member clocks in. The first start of a phone counts; a time that the office states replaces it.',
  params: idParams,
  body: z.strictObject(clockBody),
  reply: job,
  errors: clockErrors,
  idempotent: true,
});

export const finishJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/finish',
  ...openTo(policy.clockVisit),
  summary:
    'A crew member clocks out. The first finish of a phone counts; a time that the office states replaces it.',
  params: idParams,
  body: z.strictObject(clockBody),
  reply: job,
  errors: clockErrors,
  idempotent: true,
});

export const undoFinishJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/undo-finish',
  ...openTo(policy.clockVisit),
  summary:
    'A crew member undoes their finish, within 10 minutes of sending it and before a review; the office, until the month’s pay is approved.',
  params: idParams,
  body: z.strictObject({ cleanerID: id.optional() }),
  reply: job,
  errors: pick(jobErrors, 'not_changeable', 'too_late_to_undo', 'month_approved'),
  idempotent: true,
});

export const getJobChecklist = defineCall({
  method: 'GET',
  path: '/job_checklists/:id',
  ...openTo(seeJob),
  summary: "A job's checklist, as frozen when the job was paid.",
  params: idParams,
  reply: jobChecklist,
});

/**
 * Only the items sent change. For an item, the latest `at` wins: two cleaners can tick concurrently, even if one of
 * them is offline.
 */
export const updateJobChecklist = defineCall({
  method: 'POST',
  path: '/job_checklists/:id/update',
  ...openTo(policy.tickChecklist),
  summary: 'Ticks items of a checklist, or leaves a comment.',
  params: idParams,
  body: z.strictObject({
    checklist: z
      .array(z.object({ id, done: flag, at: moment.optional() }))
      .max(200)
      .default([]),
    comment: paragraph(1000).optional(),
    cleanerID: id.optional(),
  }),
  changes: getJobChecklist,
  reply: jobChecklist,
  errors: pick(jobErrors, 'not_paid', 'not_changeable'),
  idempotent: true,
});

export const answerCame = defineCall({
  method: 'POST',
  path: '/jobs/:id/came',
  ...openTo(policy.answerCame),
  summary: 'The customer says whether we came, of a visit that ended without a clock-in.',
  params: idParams,
  body: z.strictObject({ came: flag }),
  reply: job,
  errors: pick(jobErrors, 'not_paid', 'not_over', 'someone_came'),
  idempotent: true,
});

export const confirmTookPlace = defineCall({
  method: 'POST',
  path: '/jobs/:id/took-place',
  ...openTo(policy.clockForOthers),
  summary:
    'A visit that ended took place as planned: crew members without clock times get the planned ones, as a correction.',
  params: idParams,
  body: z.strictObject({}),
  reply: job,
  errors: pick(jobErrors, 'not_paid', 'not_over', 'not_changeable', 'month_approved'),
  idempotent: true,
});

export const refundNobodyCame = defineCall({
  method: 'POST',
  path: '/jobs/:id/nobody-came',
  ...openTo(cancelForCompany),
  summary:
    'Nobody came to a visit that ended: the customer gets everything back, as when the company cancels.',
  params: idParams,
  body: z.strictObject({}),
  reply: cancelJob.reply,
  errors: {
    ...pick(jobErrors, 'not_paid', 'not_over', 'someone_came', 'not_cancellable'),
    ...pick(paymentErrors, 'payment_in_progress'),
  },
  idempotent: true,
});

export const addReview = defineCall({
  method: 'POST',
  path: '/jobs/:id/addreview',
  ...openTo(policy.reviewVisit),
  summary: 'The customer reviews the visit: once, after it is over.',
  params: idParams,
  body: z.strictObject({
    review: paragraph(2000).default(''),
    reviewStarts: whole(1, 5, 'Give one to five stars.'),
  }),
  reply: job,
  errors: pick(jobErrors, 'not_paid', 'not_over', 'reviewed_before'),
});
