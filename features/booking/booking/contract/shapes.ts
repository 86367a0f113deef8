/** What booking sends and receives. Money in cents. */
import { z } from 'zod';
import { policy, quote } from '#features/work/jobs/contract/shapes.ts';
import { alternative, personCard } from '#features/work/schedule/contract/shapes.ts';
import { cents, id, moment, whole, wireMoment } from '#platform/contract/schemas.ts';

export const onConflict = z.enum(['refuse', 'skip']);
export const recurrence = z.strictObject({
  interval: z.enum(['weekly', 'fortnightly']),
  count: whole(2, 52),
  /** Dates of it that are another day or hour, or without a visit: `instead` null. */
  exceptions: z
    .array(z.strictObject({ startTime: moment, instead: moment.nullable() }))
    .max(52)
    .optional(),
});

export const quoteReply = z.object({
  startTime: wireMoment.nullable(),
  endTime: wireMoment.nullable(),
  hours: z.number(),
  breakHours: z.number(),
  numCleaners: z.int(),
  /** Of the first visit; a promo code counts for this one only. */
  price: quote,
  /** How many visits: 1, or as many as a series has dates that can be served. */
  visits: z.int(),
  /** Of all visits, cents. */
  total: cents,
  policy,
  /** Who would come, first visit; empty when nobody can or no time was asked for. */
  cleaners: z.array(personCard),
  /** Every visit that can be served, with its crew as it would be chosen now; empty when no time was asked for. */
  dates: z.array(
    z.object({
      seriesDate: wireMoment,
      startTime: wireMoment,
      endTime: wireMoment,
      cleaners: z.array(personCard),
    }),
  ),
  /**
   * The customer's own visits to this home at any of these times, paid or held. Booking another then is allowed, but
   * rarely meant.
   */
  ownVisits: z.array(
    z.object({ jobID: id, startTime: wireMoment, endTime: wireMoment, cleaners: z.array(personCard) }),
  ),
  /** Dates that cannot be served now, with free times nearby that fit between the other dates. */
  conflicts: z.array(
    z.object({
      /** The date as the interval gives it: what an exception names. */
      seriesDate: wireMoment,
      startTime: wireMoment,
      endTime: wireMoment,
      code: z.enum(['slot_taken', 'not_bookable']),
      detail: z.string(),
      /** The public holiday on which we are closed; null where it is none. */
      holiday: z.string().nullable(),
      alternatives: z.array(alternative),
    }),
  ),
});
