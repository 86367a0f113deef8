/** Requests and replies of booking. Money in cents. */

import { z } from 'zod';
import { cancellationTerms, quote } from '#features/work/jobs/contract/shapes.ts';
import { alternative, personCard, weekdays } from '#features/work/schedule/contract/shapes.ts';
import { INTERVALS } from '#features/work/schedule/rules/recurrence.ts';
import { MAX_DATES, MAX_VISITS, MIN_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { cents, id, moment, whole, wireMoment } from '#platform/contract/schemas.ts';

export const onConflict = z.enum(['refuse', 'skip']);
export const recurrence = z.strictObject({
  /** Monthly: on the same weekday, the first to fourth or the last of each month. */
  interval: z.enum(INTERVALS),
  /** Several visits a week, Monday is 1; without it, one on the weekday of the first. Not of a monthly series. */
  weekdays: weekdays.optional(),
  /**
   * Null: without an end. Visits of the first 12 weeks are booked at once; later ones are added week by week if the
   * saved card pays for each visit, otherwise the series ends with them.
   */
  count: whole(MIN_VISITS, MAX_VISITS).nullable(),
  /** Dates of the series at another time, or without a visit: `instead` null. */
  exceptions: z
    .array(z.strictObject({ startTime: moment, instead: moment.nullable() }))
    .max(MAX_DATES)
    .optional(),
});

export const quoteReply = z.object({
  startTime: wireMoment.nullable(),
  endTime: wireMoment.nullable(),
  hours: z.number(),
  breakHours: z.number(),
  numCleaners: z.int(),
  /** Of the first visit; a promo code applies to that one only. */
  price: quote,
  /** Number of visits: 1, or the number of dates of a series that can be served. */
  visits: z.int(),
  /** Of all visits, cents. */
  total: cents,
  policy: cancellationTerms,
  /** The crew of the first visit; empty if none is available or no time was requested. */
  cleaners: z.array(personCard),
  /** Every visit that can be served, with the crew that would be chosen now; empty without a time. */
  dates: z.array(
    z.object({
      seriesDate: wireMoment,
      startTime: wireMoment,
      endTime: wireMoment,
      cleaners: z.array(personCard),
    }),
  ),
  /**
   * The customer's own visits to this home that overlap, paid or held. Booking another one is allowed, but
   * rarely intended.
   */
  ownVisits: z.array(
    z.object({ jobID: id, startTime: wireMoment, endTime: wireMoment, cleaners: z.array(personCard) }),
  ),
  /** Dates that cannot be served now, with free times nearby that fit between the other dates. */
  conflicts: z.array(
    z.object({
      /** The date as the interval gives it, which an exception refers to. */
      seriesDate: wireMoment,
      startTime: wireMoment,
      endTime: wireMoment,
      code: z.enum(['slot_taken', 'not_bookable']),
      detail: z.string(),
      /** The public holiday on which the business is closed; null if it is none. */
      holiday: z.string().nullable(),
      alternatives: z.array(alternative),
    }),
  ),
});
