/** What calls about several visits of a series send and reply. Money in cents, hours of credit in halves. */
import { z } from 'zod';
import { cancellation, job } from '#features/work/jobs/contract/shapes.ts';
import { alternative, personCard } from '#features/work/schedule/contract/shapes.ts';
import { cents, id, moment, whole, wireMoment } from '#platform/contract/schemas.ts';

/** A series is at most a year of weekly visits. */
const MOST_VISITS = 52;

const sums = cancellation.omit({ policy: true });

/** What calling several visits off keeps and gives back: of each, and all together. */
export const cancelledVisits = sums.extend({
  visits: z.array(
    sums.extend({
      jobID: id,
      startTime: wireMoment,
      endTime: wireMoment,
      /** Nothing is kept until then. */
      freeUntil: wireMoment,
    }),
  ),
});
export type CancelledVisits = z.output<typeof cancelledVisits>;

/** The figures that the person was shown: with others of ours nothing happens. */
export const shownSums = z.strictObject({
  visits: whole(1, MOST_VISITS),
  fee: cents,
  refund: cents,
  creditsReturned: z.number().min(0),
  creditsForfeited: z.number().min(0),
});

/** What becomes of one date that cannot be served: another time for it, or null: the visit stays as it is. */
export const decision = z.strictObject({ jobID: id, startTime: moment.nullable() });

export const moveRequest = {
  /** The new start of the first visit; the following get the same weekday and time. */
  startTime: moment,
  decisions: z.array(decision).max(MOST_VISITS).default([]),
};

/** Why a visit stays where it is. */
export const staysReason = z.enum([
  'skipped',
  'unchanged',
  'change_used',
  'change_too_late',
  'not_changeable',
]);

/** A visit as it is, and what a move would make of it. */
export const plannedMove = z.object({
  jobID: id,
  /** When it is now. */
  from: wireMoment,
  /** When it would be; of a conflict, the time that cannot be had. */
  startTime: wireMoment,
  endTime: wireMoment,
  outcome: z.enum(['moves', 'stays', 'conflict']),
  stays: staysReason.nullable(),
  /** Who would come. Of a conflict, nobody. */
  cleaners: z.array(personCard),
  /** The same cleaners as now. */
  sameCrew: z.boolean(),
  /** Of a conflict: why, in a sentence, and the nearest times that can be had. */
  detail: z.string(),
  alternatives: z.array(alternative),
});

export const movePlan = z.object({
  visits: z.array(plannedMove),
  /** How many wait to be decided: while there is one, nothing can be moved. */
  conflicts: z.int(),
  /** Stands for exactly this plan, times and cleaners; the move names it. */
  plan: z.string(),
});
export type MovePlanReply = z.output<typeof movePlan>;

/** Where a visit is again after its move was undone. */
export const formerVisit = z.object({ jobID: id, startTime: wireMoment, endTime: wireMoment });

export const renewal = z.object({
  seriesID: id,
  /** The last visit of it, whose booking is to be made again. */
  last: job,
  interval: z.enum(['weekly', 'fortnightly']),
  /** Visits that are still to come. */
  visitsLeft: z.int(),
});
