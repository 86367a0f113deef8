/** The shapes of the routes about several visits of a series. Money in cents, hours of credit in halves. */

import { z } from 'zod';
import { cancellation, job } from '#features/work/jobs/contract/shapes.ts';
import { alternative, personCard } from '#features/work/schedule/contract/shapes.ts';
import { INTERVALS } from '#features/work/schedule/rules/recurrence.ts';
import { MAX_DATES } from '#features/work/schedule/rules/series-limits.ts';
import { cents, day, id, moment, whole, wireMoment } from '#platform/contract/schemas.ts';

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
  visits: whole(1, MAX_DATES),
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
  decisions: z.array(decision).max(MAX_DATES).default([]),
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
  interval: z.enum(INTERVALS),
  /** The number of upcoming visits. */
  visitsLeft: z.int(),
});

const pause = z.object({ firstDay: day, lastDay: day });

/** A date of a series without an end on which its cleaners are not free. */
const question = z.object({
  id,
  startTime: wireMoment,
  endTime: wireMoment,
  /** Without an answer until then, another cleaner comes if one is free; otherwise there is no visit. */
  answerBy: wireMoment,
  /** The business is closed: only another time or no visit are left. */
  isClosed: z.boolean(),
  /** Those who usually come, of whom at least one is not free. */
  usual: z.array(personCard),
  /** Who is free instead; empty if nobody is. */
  others: z.array(personCard),
  /** The nearest times at which the usual ones are free. */
  alternatives: z.array(alternative),
});
export type SeriesQuestion = z.output<typeof question>;

export const seriesReply = z.object({
  id,
  interval: z.enum(INTERVALS),
  /** All of them, Monday is 1; none if there is one visit a month. */
  weekdays: z.array(z.int()),
  /** A date of the pattern: its local time is that of all visits. */
  firstTime: wireMoment,
  /** Visits are added week by week. */
  isEndless: z.boolean(),
  endedAt: wireMoment.nullable(),
  /** The last visit that is booked; null if none is ahead. */
  bookedUntil: wireMoment.nullable(),
  /** Present and coming ones. */
  pauses: z.array(pause),
  questions: z.array(question),
});
export type SeriesReply = z.output<typeof seriesReply>;

/** How the dates of a series would change: what is cancelled, by its terms, and what is added. */
export const patternPlan = z.object({
  cancelled: cancelledVisits,
  /** The dates that are added; on those that are not free, the customer is asked. */
  added: z.array(z.object({ startTime: wireMoment, isFree: z.boolean() })),
});
export type PatternPlan = z.output<typeof patternPlan>;
