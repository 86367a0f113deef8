/** Replies of the routes about free time. Times ISO with offset. */
import { z } from 'zod';
import { id, whole, wireMoment } from '#platform/contract/schemas.ts';
import { MAX_WEEKDAYS } from '../rules/series-limits.ts';

export const personCard = z.object({ id, firstname: z.string(), profilePhoto: z.string() });

const ratedPerson = personCard.extend({
  /** Mean stars of the published reviews of recent visits: 1 to 5 in tenths; null with fewer than three reviews. */
  rating: z.number().nullable(),
  /** The number of reviews in that mean; 0 with fewer than three. */
  reviews: z.int(),
});
export type RatedPerson = z.output<typeof ratedPerson>;

/** As ratedPerson, for a free time. Ids are only sent to actors who may see which cleaners are free. */
const slotPerson = ratedPerson.omit({ id: true, profilePhoto: true }).extend({ id: id.optional() });

/** Monday is 1. */
export const weekdays = z.array(whole(1, 7)).max(MAX_WEEKDAYS);

/** A free time near the requested one. */
export const alternative = z.object({
  startTime: wireMoment,
  endTime: wireMoment,
  cleaners: z.array(z.object({ id, firstname: z.string() })),
});
export type Alternative = z.output<typeof alternative>;

export const availableCleaner = z.object({
  id,
  firstname: z.string(),
  profilePhoto: z.string(),
  languages: z.array(z.string()),
  /** Office only. */
  lastname: z.string().optional(),
  fullname: z.string().optional(),
  gender: z.string().optional(),
  free: z.boolean(),
  /** With `explain=1`: the rule that excludes the cleaner; null if free. */
  reason: z
    .object({
      code: z.string(),
      detail: z.string(),
      /** Only soft rules exclude the cleaner: the office may override them with a reason. */
      canOverride: z.boolean(),
    })
    .nullable()
    .optional(),
});

export const slot = z.object({
  startTime: wireMoment,
  endTime: wireMoment,
  /** The number of free cleaners. */
  cleaners: z.int(),
  /** The customer's usual cleaner is one of them. */
  usualCleaner: z.boolean(),
  /** The free cleaners if there are one or two; empty if there are more. */
  people: z.array(slotPerson),
});

export const slotDay = z.object({
  date: z.string(),
  /** The holiday's name on a closed day. */
  closed: z.string().nullable(),
  /** The number of possible starts if nothing were booked: 0 on a day when nobody works. */
  possible: z.int(),
  slots: z.array(slot),
});

/** `days` is always sent; with `date`, that day's `date` and `slots` are also at the top level. */
export const slotsReply = z.object({
  date: z.string().optional(),
  slots: z.array(slot).optional(),
  days: z.array(slotDay),
  /** The cleaner of the last visit, for a signed-in customer. */
  usualCleaner: ratedPerson.nullable(),
});
