/** A series after booking: moving and cancelling "this and following", and renewal offers. */

import { z } from 'zod';
import { paymentErrors } from '#features/money/payments/contract.ts';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { ON_BEHALF_OF } from '#features/work/jobs/rules/cancellation.ts';
import { weekdays } from '#features/work/schedule/contract/shapes.ts';
import { INTERVALS } from '#features/work/schedule/rules/recurrence.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { day, id, idParams, line, moment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import {
  cancelledVisits,
  formerVisit,
  movePlan,
  moveRequest,
  patternPlan,
  renewal,
  seriesReply,
  shownSums,
} from './contract/shapes.ts';
import * as policy from './rules/policy.ts';

export const seriesErrors = defineErrors({
  not_of_series: {
    status: 409,
    title: 'Not part of a series',
    detail: 'This visit is not part of a series. Move or cancel it on its own.',
  },
  move_undecided: {
    status: 409,
    title: 'Some dates are not free',
    detail:
      'Choose another time for each of these dates, or leave the visit where it is. Nothing has changed.',
  },
  move_changed: {
    status: 409,
    title: 'Availability has changed',
    detail: 'Nothing was moved. Check the new times and cleaners, then move again.',
  },
  undo_stale: {
    status: 409,
    title: 'Too late to undo',
    detail: 'One of these visits has changed since it was moved. Nothing was moved back.',
  },
  not_endless: {
    status: 409,
    title: 'This series has an end',
    detail: 'Only a series without an end can be paused or changed. Move or cancel its visits instead.',
  },
  already_answered: {
    status: 409,
    title: 'Already decided',
    detail: 'Something else was chosen for this date. Look at the booking again.',
  },
  undo_taken: {
    status: 409,
    title: 'The earlier times are taken',
    detail: 'A cleaner is no longer free at one of the earlier times. Nothing was moved back.',
  },
});

const onBehalfOf = z.enum(ON_BEHALF_OF).optional();

export const previewFollowingCancellation = defineCall({
  method: 'GET',
  path: '/jobs/:id/following/cancellation-preview',
  ...openTo(policy.cancelSeries),
  summary:
    'What cancelling this visit of a series and the following ones would keep and give back, by visit.',
  params: idParams,
  /** The office cancels on behalf of the company unless it states that the customer asked for it. */
  query: z.strictObject({ onBehalfOf }),
  reply: cancelledVisits,
  errors: { ...pick(jobErrors, 'not_cancellable'), ...pick(seriesErrors, 'not_of_series') },
});

/** All or none. Idempotent: cancelling again returns the same reply. */
export const cancelFollowing = defineCall({
  method: 'POST',
  path: '/jobs/:id/following/cancel',
  ...openTo(policy.cancelSeries),
  summary: 'Cancels this visit of a series and the following ones, each by its own frozen terms.',
  params: idParams,
  body: z.strictObject({
    reason: line(300).optional(),
    onBehalfOf,
    shown: shownSums.optional(),
  }),
  reply: cancelledVisits.extend({
    /** In hours; the client adds it to its balance. */
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

export const previewFollowingMove = defineCall({
  method: 'POST',
  path: '/jobs/:id/following/move-preview',
  ...openTo(policy.moveSeries),
  summary: 'Previews moving this visit of a series and the following ones: times, crews and conflicts.',
  params: idParams,
  body: z.strictObject(moveRequest),
  reply: movePlan,
  errors: moveErrors,
});

/** The whole plan, or nothing. */
export const moveFollowing = defineCall({
  method: 'POST',
  path: '/jobs/:id/following/move',
  ...openTo(policy.moveSeries),
  summary: 'Moves this visit of a series and the following ones, once every conflict has a decision.',
  params: idParams,
  body: z.strictObject({
    ...moveRequest,
    /** The plan that the user was shown. If ours differs, the reply is 409 with our plan and nothing changes. */
    plan: line(100).optional(),
  }),
  reply: movePlan.extend({
    /** The id for `undoSeriesMove`; null if nothing has moved, and for customers. */
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

/** All or none. Idempotent: undoing again returns the same reply. */
export const undoSeriesMove = defineCall({
  method: 'POST',
  path: '/series/moves/:id/undo',
  ...openTo(policy.undoSeriesMove),
  summary: 'Undoes a move of several visits by the office, unless one of them has changed since.',
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
  summary: 'One’s own series that end soon and can be renewed.',
  reply: z.object({ items: z.array(renewal) }),
});

/** Why a series is not offered to its customer. */
export const NOT_OFFERED = ['ended', 'goes-on', 'declined', 'no-email', 'opted-out', 'busy'] as const;
export type NotOffered = (typeof NOT_OFFERED)[number];

export const offerRenewals = defineCall({
  method: 'POST',
  path: '/series/offer-renewals',
  ...openTo(policy.offerRenewals),
  summary: 'Sends the customers of series that end soon the offer to continue, once each.',
  body: z.strictObject({ seriesIDs: z.array(id).min(1).max(100) }),
  reply: z.object({
    /** Those who have the offer, now or from an earlier request. */
    offered: z.array(id),
    failed: z.array(z.object({ seriesID: id, reason: z.enum(NOT_OFFERED) })),
  }),
});

export const declineRenewal = defineCall({
  method: 'POST',
  path: '/series/:id/decline-renewal',
  ...openTo(policy.declineRenewal),
  summary: 'Declines the renewal of a series. Idempotent.',
  params: idParams,
  body: z.strictObject({}),
  reply: z.object({ seriesID: id }),
});

export const getSeries = defineCall({
  method: 'GET',
  path: '/series/:id',
  ...openTo(policy.changeSeries),
  summary:
    'On which dates the visits of a series take place, and the dates on which its cleaners are not free.',
  params: idParams,
  reply: seriesReply,
});

const pausedDays = { firstDay: day, lastDay: day };

export const previewPause = defineCall({
  method: 'POST',
  path: '/series/:id/pause-preview',
  ...openTo(policy.changeSeries),
  summary: 'What pausing a series without an end would cancel, by visit. Both days are included.',
  params: idParams,
  body: z.strictObject(pausedDays),
  reply: cancelledVisits,
  errors: pick(seriesErrors, 'not_endless'),
});

const changeErrors = {
  ...pick(jobErrors, 'cancellation_changed', 'slot_taken'),
  ...pick(paymentErrors, 'payment_in_progress'),
  ...pick(seriesErrors, 'not_endless'),
};

export const pauseSeries = defineCall({
  method: 'POST',
  path: '/series/:id/pause',
  ...openTo(policy.changeSeries),
  summary:
    'Cancels the visits of a series without an end on some days by their own terms, and adds none there.',
  params: idParams,
  body: z.strictObject({ ...pausedDays, shown: shownSums.optional() }),
  reply: cancelledVisits,
  errors: changeErrors,
  idempotent: true,
});

const newPattern = {
  interval: z.enum(INTERVALS),
  weekdays: weekdays.optional(),
  /** The visit from which on the dates change; it stays. */
  fromJobID: id,
};

export const previewPattern = defineCall({
  method: 'POST',
  path: '/series/:id/pattern-preview',
  ...openTo(policy.changeSeries),
  summary: 'What another interval of a series without an end would cancel and add.',
  params: idParams,
  body: z.strictObject(newPattern),
  reply: patternPlan,
  errors: { ...pick(jobErrors, 'not_cancellable'), ...pick(seriesErrors, 'not_endless') },
});

export const changePattern = defineCall({
  method: 'POST',
  path: '/series/:id/pattern',
  ...openTo(policy.changeSeries),
  summary: 'Changes how often the visits of a series without an end take place, from one of them on.',
  params: idParams,
  body: z.strictObject({ ...newPattern, shown: shownSums.optional() }),
  reply: patternPlan,
  errors: { ...changeErrors, ...pick(jobErrors, 'not_cancellable') },
  idempotent: true,
});

export const stopSeries = defineCall({
  method: 'POST',
  path: '/series/:id/stop',
  ...openTo(policy.changeSeries),
  summary: 'Adds no more visits to a series without an end. Those that are booked stay. Idempotent.',
  params: idParams,
  body: z.strictObject({}),
  reply: z.object({ id }),
});

export const answerQuestion = defineCall({
  method: 'POST',
  path: '/series/questions/:id/answer',
  ...openTo(policy.changeSeries),
  summary: 'Chooses what happens on a date on which the cleaners of a series are not free. Idempotent.',
  params: idParams,
  body: z.strictObject({
    answer: z.enum(['another-cleaner', 'another-time', 'no-visit']),
    /** For another time: within a week of the date. */
    startTime: moment.optional(),
  }),
  reply: z.object({ jobID: id.nullable() }),
  errors: { ...pick(jobErrors, 'slot_taken'), ...pick(seriesErrors, 'already_answered') },
});
