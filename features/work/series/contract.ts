/** A series after it was booked: moving and calling off "this and following", and going on before it ends. */

import { z } from 'zod';
import { paymentErrors } from '#features/money/payments/contract.ts';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { ON_BEHALF_OF } from '#features/work/jobs/rules/cancellation.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { id, idParams, line } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import {
  cancelledVisits,
  formerVisit,
  movePlan,
  moveRequest,
  renewal,
  shownSums,
} from './contract/shapes.ts';
import * as policy from './rules/policy.ts';

export const seriesErrors = defineErrors({
  not_of_series: {
    status: 409,
    title: 'Not part of a series',
    detail: 'This visit is booked by itself. Move or cancel it alone.',
  },
  move_undecided: {
    status: 409,
    title: 'Some dates are not free',
    detail:
      'Choose another time for each of these dates, or leave the visit where it is. Nothing has changed.',
  },
  move_changed: {
    status: 409,
    title: 'What is free has changed',
    detail: 'Nothing was moved. Check the new times and cleaners, then move again.',
  },
  undo_stale: {
    status: 409,
    title: 'Too late to undo',
    detail: 'One of these visits has changed since it was moved. Nothing was moved back.',
  },
  undo_taken: {
    status: 409,
    title: 'The former times are taken',
    detail: 'A cleaner is no longer free at one of the former times. Nothing was moved back.',
  },
});

const onBehalfOf = z.enum(ON_BEHALF_OF).optional();

export const previewFollowingCancellation = defineCall({
  method: 'GET',
  path: '/jobs/:id/following/cancellation-preview',
  ...openTo(policy.cancelSeries),
  summary:
    'What cancelling this visit of a series and those after it would keep and give back, visit by visit.',
  params: idParams,
  /** The office asks for the company, unless it says that the customer wants it. */
  query: z.object({ onBehalfOf }),
  reply: cancelledVisits,
  errors: { ...pick(jobErrors, 'not_cancellable'), ...pick(seriesErrors, 'not_of_series') },
});

/** All of them, or none. Cancelling again replies the same, and does nothing. */
export const cancelFollowing = defineCall({
  method: 'POST',
  path: '/jobs/:id/following/cancel',
  ...openTo(policy.cancelSeries),
  summary: 'Cancels this visit of a series and those after it, each by its own frozen terms.',
  params: idParams,
  body: z.strictObject({
    reason: line(300).optional(),
    onBehalfOf,
    shown: shownSums.optional(),
  }),
  reply: cancelledVisits.extend({
    /** A delta in hours: what the client adds to its balance. */
    creditsLeft: z.number(),
    creditsBalance: z.number(),
  }),
  errors: {
    ...pick(jobErrors, 'not_cancellable', 'cancellation_changed'),
    ...pick(paymentErrors, 'payment_in_progress'),
    ...pick(seriesErrors, 'not_of_series'),
  },
  idempotent: true,
});

const moveErrors = {
  ...pick(jobErrors, 'not_changeable', 'change_used', 'change_too_late', 'not_bookable'),
  ...pick(seriesErrors, 'not_of_series'),
};

/** Changes nothing. */
export const previewFollowingMove = defineCall({
  method: 'POST',
  path: '/jobs/:id/following/move-preview',
  ...openTo(policy.moveSeries),
  summary: 'Where this visit of a series and those after it would go, who would come, and what is not free.',
  params: idParams,
  body: z.strictObject(moveRequest),
  reply: movePlan,
  errors: moveErrors,
});

/** All of the plan, or nothing. */
export const moveFollowing = defineCall({
  method: 'POST',
  path: '/jobs/:id/following/move',
  ...openTo(policy.moveSeries),
  summary: 'Moves this visit of a series and those after it, once every date that is not free is decided.',
  params: idParams,
  body: z.strictObject({
    ...moveRequest,
    /** The plan that the person was shown; another one of ours is 409 with it, and nothing happens. */
    plan: line(100).optional(),
  }),
  reply: movePlan.extend({
    /** What `undoSeriesMove` takes back; null where nothing has moved, and for customers. */
    moveID: id.nullable(),
  }),
  errors: {
    ...moveErrors,
    ...pick(jobErrors, 'slot_taken'),
    ...pick(paymentErrors, 'payment_in_progress'),
    ...pick(seriesErrors, 'move_undecided', 'move_changed'),
  },
  idempotent: true,
});

/** All of them, or none. Undoing again replies the same, and does nothing. */
export const undoSeriesMove = defineCall({
  method: 'POST',
  path: '/series/moves/:id/undo',
  ...openTo(policy.undoSeriesMove),
  summary: 'Puts visits that the office moved together back, as long as none of them has changed since.',
  params: idParams,
  body: z.strictObject({}),
  reply: z.object({ moveID: id, visits: z.array(formerVisit) }),
  errors: {
    ...pick(paymentErrors, 'payment_in_progress'),
    ...pick(seriesErrors, 'undo_stale', 'undo_taken'),
  },
  idempotent: true,
});

export const listRenewals = defineCall({
  method: 'GET',
  path: '/series/renewals',
  ...openTo(policy.seeRenewals),
  summary: 'One’s own series that end soon and could go on.',
  reply: z.object({ items: z.array(renewal) }),
});

export const declineRenewal = defineCall({
  method: 'POST',
  path: '/series/:id/decline-renewal',
  ...openTo(policy.declineRenewal),
  summary: 'Asks no more whether a series shall go on. Declining again changes nothing.',
  params: idParams,
  body: z.strictObject({}),
  reply: z.object({ seriesID: id }),
});
