/** Routes for cleaners' working times and time off, and for free times and free cleaners. */

import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { timeOffFields, unavailableDate } from '#features/people/cleaners/cleaner-shapes.ts';
import { errors } from '#features/people/cleaners/contract.ts';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { day, flag, id, idParams, line, listReply, moment, postal } from '#platform/contract/schemas.ts';
import { readDay } from '#platform/kernel/business-time.ts';
import { isHalfHourStep } from '#platform/kernel/money.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { availableCleaner, slotsReply } from './contract/shapes.ts';
import * as policy from './rules/policy.ts';

/** The requirements of a visit, as far as they are known. */
export const visitFields = {
  hours: z.coerce
    .number()
    .min(0.5)
    .max(24)
    .refine(isHalfHourStep, { error: 'Hours come in steps of half an hour.' })
    .optional(),
  /** At least the statutory break; for a package, the package's own break applies. */
  breakHours: z.coerce.number().min(0).max(4).optional(),
  numCleaners: z.coerce.number().int().min(1).max(5).optional(),
  postal: postal.optional(),
  addressID: id.optional(),
  gender: z.enum(['', 'female', 'male']).optional(),
  /** Excludes cleaners who do not speak it, unlike the language of the home in `addressID`, which only ranks. */
  language: line(40).optional(),
  /** Defaults to the value of the home in `addressID`. */
  hasPets: flag.optional(),
  jobType: jobType.optional(),
  packageID: id.optional(),
};

/** Cleaners free for the whole interval. With `explain=1` (office): all cleaners, with the rule that excludes each. */
export const listAvailable = defineCall({
  method: 'GET',
  path: '/cleaners/list-available',
  aliases: ['/list-available'],
  ...openTo(policy.seeFreeCleaners),
  summary: 'Cleaners who can do a visit, travel included.',
  query: z.strictObject({
    ...visitFields,
    startTime: moment,
    endTime: moment.optional(),
    areaID: id.optional(),
    excludeJobID: id.optional(),
    excludeJobId: id.optional(),
    explain: z.enum(['0', '1']).default('0'),
  }),
  reply: listReply(availableCleaner),
});

/** Every slot shown can be booked at that moment: booking uses the same check. */
export const listTimeAvailable = defineCall({
  ...routes.listTimeAvailable,
  aliases: ['/list-time-available'],
  ...openTo(policy.seeFreeTimes),
  summary: 'Free start times of a day, or of up to 62 days.',
  query: z.strictObject({
    ...visitFields,
    date: day.optional(),
    from_date: day.optional(),
    to_date: day.optional(),
    cleanerID: id.optional(),
    /** The visit to move: its own time counts as free, and a visit of a series may move up to 12 months ahead. */
    excludeJobID: id.optional(),
  }),
  reply: slotsReply,
});

export const addTimeOff = defineCall({
  method: 'POST',
  path: '/cleaners/:id/time-off',
  ...openTo(policy.manageTimeOff),
  summary: 'Adds one time off without changing others',
  params: idParams,
  body: z.strictObject({ ...timeOffFields, acknowledge: flag.optional() }),
  reply: unavailableDate,
  status: 201,
  errors: pick(errors, 'breaks_jobs'),
});

export const removeTimeOff = defineCall({
  method: 'POST',
  path: '/cleaners/:id/time-off/:timeOffID/remove',
  ...openTo(policy.manageTimeOff),
  summary: 'Removes one time off and frees its time',
  params: z.strictObject({ id, timeOffID: id }),
  reply: unavailableDate,
});

export const unavailablePeriod = unavailableDate.extend({
  cleanerID: id,
  kind: z.enum(['time-off', 'block', 'job']),
});

export const listUnavailableDates = defineCall({
  method: 'GET',
  path: '/cleaners/list-unavailable-date',
  aliases: ['/list-unavailable-date'],
  ...openTo(policy.seeUnavailableDays),
  summary: 'Busy times of cleaners; for customers, the days that cannot be served, by default of the next 62',
  query: z.strictObject({ cleanerID: id.optional(), from_date: day.optional(), to_date: day.optional() }),
  reply: z.union([z.array(unavailablePeriod), z.strictObject({ dates: z.array(day) })]),
});

export const unavailableReason = z.enum(['holiday', 'not-bookable', 'full', 'time-off', 'not-working']);

export const listUnavailableByMonth = defineCall({
  method: 'GET',
  path: '/cleaners/list-unavailable-date-by-month',
  aliases: ['/list-unavailable-date-by-month'],
  ...openTo(policy.seeUnavailableDays),
  summary: 'Days of a month that cannot be served, with reasons',
  query: z.strictObject({
    month: z
      .string()
      .refine((month) => readDay(`${month}-01`) !== null, { error: 'Enter the month as YYYY-MM.' }),
    cleanerID: id.optional(),
  }),
  reply: z.record(day, unavailableReason),
});
