/** The shapes of the routes about several visits of a series. Money in cents, hours of credit in halves. */

import { z } from 'zod';
import { cancellation, job } from '#features/work/jobs/contract/shapes.ts';
import { alternative, personCard } from '#features/work/schedule/contract/shapes.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { cents, id, moment, whole, wireMoment } from '#platform/contract/schemas.ts';

const sums = cancellation.omit({ policy: true });

/** What cancelling several visits keeps and gives back, for each and in total. */
export const cancelledVisits = sums.extend({
  visits: z.array(
    sums.extend({
      jobID: id,
      startTime: wireMoment,
      endTime: wireMoment,
      /** Cancelling is free until then. */
      freeUntil: wireMoment,
    }),
  ),
});
export type CancelledVisits = z.output<typeof cancelledVisits>;

/** The figures that the user was shown. If ours differ, nothing changes. */
export const shownSums = z.strictObject({
  visits: whole(1, MAX_VISITS),
  fee: cents,
  refund: cents,
  creditsReturned: z.number().min(0),
  creditsForfeited: z.number().min(0),
});

/** The decision about a conflict: another time, or null to leave the visit unchanged. */
export const decision = z.strictObject({ jobID: id, startTime: moment.nullable() });

export const moveRequest = {
  /** The new start of the first visit; the following ones get the same weekday and time. */
  startTime: moment,
  decisions: z.array(decision).max(MAX_VISITS).default([]),
};

/** Why a visit is not moved. */
export const staysReason = z.enum([
  'skipped',
  'unchanged',
  'change_used',
  'change_too_late',
  'not_changeable',
]);

/** A visit before and after a move. */
export const plannedMove = z.object({
  jobID: id,
  /** The current start. */
  from: wireMoment,
  /** The new start; for a conflict, the unavailable time. */
  startTime: wireMoment,
  endTime: wireMoment,
  outcome: z.enum(['moves', 'stays', 'conflict']),
  stays: staysReason.nullable(),
  /** The new crew; empty for a conflict. */
  cleaners: z.array(personCard),
  /** The crew does not change. */
  sameCrew: z.boolean(),
  /** For a conflict: the reason as a sentence, and the nearest available times. */
  detail: z.string(),
  alternatives: z.array(alternative),
});

export const movePlan = z.object({
  visits: z.array(plannedMove),
  /** The number of undecided conflicts; nothing can be moved while there are any. */
  conflicts: z.int(),
  /** Identifies exactly this plan, with its times and cleaners; sent with the move. */
  plan: z.string(),
});
export type MovePlanReply = z.output<typeof movePlan>;

/** The restored time of a visit after undoing its move. */
export const formerVisit = z.object({ jobID: id, startTime: wireMoment, endTime: wireMoment });

export const renewal = z.object({
  seriesID: id,
  /** The last visit, whose booking details are proposed for the renewal. */
  last: job,
  interval: z.enum(['weekly', 'fortnightly']),
  /** The number of upcoming visits. */
  visitsLeft: z.int(),
});
