/** The calls of the visit itself: clocking in and out, the checklist, the review. */

import { z } from 'zod';
import { jobErrors } from '#features/jobs/contract/errors.ts';
import { checklistLine, job } from '#features/jobs/contract/shapes.ts';
import { seeJob } from '#features/jobs/rules/policy.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { flag, id, idParams, paragraph, whole } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import * as policy from './rules/policy.ts';

/** Where the phone was. Both or neither; never needed. */
export const location = {
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
};

export const jobChecklist = z.object({
  id,
  checklist: z.array(checklistLine),
  comment: z.string(),
});

const clockErrors = pick(jobErrors, 'not_paid', 'not_started', 'too_early_to_start', 'not_changeable');

export const startJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/start',
  ...openTo(policy.clockVisit),
  summary: 'A crew member clocks in; pressing twice changes nothing.',
  params: idParams,
  body: z.strictObject({ ...location, cleanerID: id.optional() }),
  reply: job,
  errors: clockErrors,
});

export const finishJob = defineCall({
  method: 'POST',
  path: '/jobs/:id/finish',
  ...openTo(policy.clockVisit),
  summary: 'A crew member clocks out; pressing twice changes nothing.',
  params: idParams,
  body: z.strictObject({ ...location, cleanerID: id.optional() }),
  reply: job,
  errors: clockErrors,
});

export const getJobChecklist = defineCall({
  method: 'GET',
  path: '/job_checklists/:id',
  ...openTo(seeJob),
  summary: "A job's checklist, as it stood when the job was paid.",
  params: idParams,
  reply: jobChecklist,
});

/** Only the items that are sent change, so two cleaners can tick at once. */
export const updateJobChecklist = defineCall({
  method: 'POST',
  path: '/job_checklists/:id/update',
  ...openTo(policy.tickChecklist),
  summary: 'Ticks items of a checklist, or leaves a comment.',
  params: idParams,
  body: z.strictObject({
    checklist: z
      .array(z.object({ id, done: flag }))
      .max(200)
      .default([]),
    comment: paragraph(1000).optional(),
    cleanerID: id.optional(),
  }),
  reply: jobChecklist,
  errors: pick(jobErrors, 'not_paid'),
});

export const addReview = defineCall({
  method: 'POST',
  path: '/jobs/:id/addreview',
  ...openTo(policy.reviewVisit),
  summary: 'The customer says how it went: once, after the visit.',
  params: idParams,
  body: z.strictObject({
    review: paragraph(2000).default(''),
    reviewStarts: whole(1, 5, 'Give one to five stars.'),
  }),
  reply: job,
  errors: pick(jobErrors, 'not_paid', 'not_over', 'reviewed_before'),
});
