/** Plans of a day's crews: calculated in the background, accepted in whole or in part, and undone. */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { day, id, idParams, whole, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { MAX_CLEANERS, MAX_VISITS, PLAN_KINDS } from './rules/day-problem.ts';
import * as policy from './rules/policy.ts';

/** How long a search may take. Longer ones hardly improve the largest day. */
export const MAX_SECONDS = 30;
const DEFAULT_SECONDS = 10;

const errors = defineErrors({
  plan_running: {
    status: 409,
    title: 'Another plan is being calculated',
    detail: 'Wait until it is ready, or stop it. Then try again.',
    passing: true,
  },
  too_many_to_plan: {
    status: 409,
    title: 'This day is too large to plan',
    detail: `At most ${MAX_VISITS} visits and ${MAX_CLEANERS} cleaners can be planned at once.`,
  },
  nothing_to_plan: {
    status: 409,
    title: 'Nothing to plan',
    detail: 'No visit of this day can change. Choose another day.',
  },
  plan_not_ready: {
    status: 409,
    title: 'This plan is not ready',
    detail: 'Wait until the plan has been calculated.',
    passing: true,
  },
  plan_not_acceptable: {
    status: 409,
    title: 'This plan cannot be accepted',
    detail: 'It shows what one more cleaner would bring. Hire one, then plan the day again.',
  },
});

const member = z.strictObject({ id, fullname: z.string() });

const plannedVisit = z.strictObject({
  jobID: id,
  startTime: wireMoment,
  before: z.array(member),
  /** Null: nobody can come. In `extra-cleaner`, a member's id may be null: the additional cleaner. */
  after: z.array(z.strictObject({ id: id.nullable(), fullname: z.string() })).nullable(),
  /** Visits of one number take cleaners from each other: accept them together. */
  group: z.int(),
  /** Minutes of travel that this change saves; negative if it costs some. */
  savedMinutes: z.int(),
  /** New members whom the customer knows. */
  familiar: z.array(id),
  /** Why others cannot come, for a visit that nobody can do. */
  obstacles: z.array(z.strictObject({ cleaner: member, reason: z.string() })),
  outcome: z.enum(['accepted', 'refused', 'undone', 'not-undone']).nullable(),
  /** Why it was refused or could not be undone. */
  reason: z.string(),
});

const totals = z.strictObject({
  /** Visits whose crew is not complete. */
  incomplete: z.int(),
  /** Minutes between visits, and from and to home. */
  rideMinutes: z.int(),
  /** Hours of the cleaner who works longest. */
  longestDay: z.number(),
  /** Cleaners at homes where the customer does not know them. */
  unfamiliar: z.int(),
});

const planHead = z.strictObject({
  id,
  day,
  kind: z.enum(PLAN_KINDS),
  /** Who is away, in `cleaner-away`. */
  away: member.nullable(),
  /** `stopped`: with the best plan found until then, or, if the server has restarted, without one. */
  state: z.enum(['running', 'ready', 'stopped', 'failed']),
  /** From 0 to 1. */
  progress: z.number(),
  /** The admin who started it. */
  startedBy: member,
  createdAt: wireMoment,
});
export type PlanHead = z.output<typeof planHead>;

const plan = planHead.extend({
  summary: z.strictObject({ before: totals, after: totals }).nullable(),
  /** The visits that change, or that nobody can do, by start. */
  visits: z.array(plannedVisit),
});
export type DispatchPlan = z.output<typeof plan>;

export const startPlan = defineCall({
  method: 'POST',
  path: '/dispatch/plans',
  ...openTo(policy.planCrews),
  summary: 'Starts to plan the crews of a day; the plan is calculated in the background.',
  body: z.strictObject({
    day,
    kind: z.enum(PLAN_KINDS),
    /** Who is away: only in `cleaner-away`. */
    cleanerID: id.optional(),
    /** Seconds to search for. */
    seconds: whole(1, MAX_SECONDS).default(DEFAULT_SECONDS),
  }),
  reply: plan,
  errors: pick(errors, 'plan_running', 'too_many_to_plan', 'nothing_to_plan'),
});

export const listPlans = defineCall({
  method: 'GET',
  path: '/dispatch/plans',
  ...openTo(policy.seePlans),
  summary: 'The latest plan of a day, and the plan that is being calculated, of whatever day.',
  query: z.strictObject({ day }),
  reply: z.strictObject({
    /** Calculated, of this day. */
    latest: planHead.nullable(),
    running: planHead.nullable(),
  }),
});

export const getPlan = defineCall({
  method: 'GET',
  path: '/dispatch/plans/:id',
  ...openTo(policy.seePlans),
  summary: 'A plan: its progress, then the visits that change.',
  params: idParams,
  reply: plan,
});

export const stopPlan = defineCall({
  method: 'POST',
  path: '/dispatch/plans/:id/stop',
  ...openTo(policy.planCrews),
  summary: 'Stops the search; the best plan found until then can be accepted.',
  params: idParams,
  body: z.strictObject({}),
  reply: plan,
});

/** Naturally idempotent: what was decided is not decided again. */
export const acceptPlan = defineCall({
  method: 'POST',
  path: '/dispatch/plans/:id/accept',
  ...openTo(policy.planCrews),
  summary: 'Changes the crews of all visits of a plan, or of some. A visit that has changed meanwhile stays.',
  params: idParams,
  body: z.strictObject({
    /** Absent: all. */
    jobIDs: z.array(id).min(1).max(MAX_VISITS).optional(),
  }),
  reply: plan,
  errors: pick(errors, 'plan_not_ready', 'plan_not_acceptable'),
});

export const undoPlan = defineCall({
  method: 'POST',
  path: '/dispatch/plans/:id/undo',
  ...openTo(policy.planCrews),
  summary: 'Gives the accepted visits of a plan their crews back, as far as those are still free.',
  params: idParams,
  body: z.strictObject({}),
  reply: plan,
});
