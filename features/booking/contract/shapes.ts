/** What booking and paying send and receive. Money in cents. */
import { z } from 'zod';
import { job, policy, quote } from '#features/jobs/contract/shapes.ts';
import { alternative, personCard } from '#features/schedule/contract/shapes.ts';
import { cents, id, whole, wireMoment } from '#platform/contract/schemas.ts';

export const onConflict = z.enum(['refuse', 'skip']);
export const recurrence = z.strictObject({
  interval: z.enum(['weekly', 'fortnightly']),
  count: whole(2, 52),
});

export const quoteReply = z.object({
  startTime: wireMoment.nullable(),
  endTime: wireMoment.nullable(),
  hours: z.number(),
  breakHours: z.number(),
  numCleaners: z.int(),
  /** Of one visit. */
  price: quote,
  /** How many visits: 1, or as many as a series has dates that can be served. */
  visits: z.int(),
  /** Of all visits, cents. */
  total: cents,
  policy,
  /** Who would come, first visit; empty when nobody can or no time was asked for. */
  cleaners: z.array(personCard),
  /** Dates that cannot be served now; the first three with free times nearby. */
  conflicts: z.array(
    z.object({
      startTime: wireMoment,
      endTime: wireMoment,
      code: z.enum(['slot_taken', 'not_bookable']),
      detail: z.string(),
      alternatives: z.array(alternative),
    }),
  ),
});

/** Paid, or one more step with the bank: hand `clientSecret` to Stripe, then commit again. */
export const paidReply = z.union([
  z.object({
    job,
    /** Null when there was nothing to charge. */
    transactionID: id.nullable(),
    /** A delta in hours: what the client adds to its balance. */
    creditsLeft: z.number(),
    creditsBalance: z.number(),
  }),
  z.object({ requiresAction: z.literal(true), clientSecret: z.string() }),
]);
