/** What calls about free time reply. Times ISO with offset. */
import { z } from 'zod';
import { id, wireMoment } from '#platform/contract/schemas.ts';

export const personCard = z.object({ id, firstname: z.string(), profilePhoto: z.string() });

/** A cleaner with their public rating. */
const ratedPerson = personCard.extend({
  /** Mean stars of the reviews that the office shows, of the last visits: 1 to 5 in tenths; null with fewer than three reviews. */
  rating: z.number().nullable(),
  /** How many reviews that is the mean of; 0 with fewer than three. */
  reviews: z.int(),
});
export type RatedPerson = z.output<typeof ratedPerson>;

/** The same beside a free time. Only who may see which cleaners are free is told their ids. */
const slotPerson = ratedPerson.omit({ id: true, profilePhoto: true }).extend({ id: id.optional() });

/** A free time near the one that was asked for. */
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
  /** With `explain=1`: the rule that excludes them, null when free. */
  reason: z
    .object({
      code: z.string(),
      detail: z.string(),
      /** Only soft rules are in the way: the office may assign them with a reason. */
      canOverride: z.boolean(),
    })
    .nullable()
    .optional(),
});

export const slot = z.object({
  startTime: wireMoment,
  endTime: wireMoment,
  /** How many cleaners are free for it. */
  cleaners: z.int(),
  /** The customer's usual cleaner is one of them. */
  usualCleaner: z.boolean(),
  /** The free ones, where they are one or two; empty where more are free. */
  people: z.array(slotPerson),
});

export const slotDay = z.object({
  date: z.string(),
  /** The holiday's name on a closed day. */
  closed: z.string().nullable(),
  /** How many starts the day would have if nothing were booked: 0 on a day when nobody works. */
  possible: z.int(),
  slots: z.array(slot),
});

/** `days` always; with `date` that day's `date` and `slots` on top too. */
export const slotsReply = z.object({
  date: z.string().optional(),
  slots: z.array(slot).optional(),
  days: z.array(slotDay),
  /** Who came last time, for a signed-in customer. */
  usualCleaner: ratedPerson.nullable(),
});
