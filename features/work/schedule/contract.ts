/** When cleaners work, when they do not, and who and what is free. */

import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { timeOffFields, unavailableDate } from '#features/people/cleaners/cleaner-shapes.ts';
import { errors } from '#features/people/cleaners/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { pick } from '#platform/contract/errors.ts';
import { day, flag, id, idParams, line, listReply, moment, postal } from '#platform/contract/schemas.ts';
import { readDay } from '#platform/kernel/business-time.ts';
import { isHalfHourStep } from '#platform/kernel/money.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { availableCleaner, slotsReply } from './contract/shapes.ts';
import * as policy from './rules/policy.ts';

/** What a visit needs, as far as the person has said. */
export const visitFields = {
  hours: z.coerce
    .number()
    .min(0.5)
    .max(24)
    .refine(isHalfHourStep, { error: 'Hours come in steps of half an hour.' })
    .optional(),
  /** Never less than the law's break; of a package, the package's own counts. */
  breakHours: z.coerce.number().min(0).max(4).optional(),
  numCleaners: z.coerce.number().int().min(1).max(5).optional(),
  postal: postal.optional(),
  addressID: id.optional(),
  gender: z.enum(['', 'female', 'male']).optional(),
  /** Excludes cleaners who do not speak it. The language of the home in `addressID` only ranks. */
  language: line(40).optional(),
  /** Defaults to that of the home in `addressID`. */
  hasPets: flag.optional(),
  jobType: jobType.optional(),
  packageID: id.optional(),
};

/** Cleaners free for the whole interval. `explain=1` (office): everyone, with what excludes them. */
export const listAvailable = defineCall({
  method: 'GET',
  path: '/cleaners/list-available',
  aliases: ['/list-available'],
  ...openTo(policy.seeFreeCleaners),
  summary: 'Cleaners who can do a visit, travel included.',
  query: z.object({
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

/** Every slot shown can be booked at that moment by the same check that booking uses. */
export const listTimeAvailable = defineCall({
  method: 'GET',
  path: '/cleaners/list-time-available',
  aliases: ['/list-time-available'],
  ...openTo(policy.seeFreeTimes),
  summary: 'Free starting times of a day, or of up to 62 days.',
  query: z.object({
    ...visitFields,
    date: day.optional(),
    from_date: day.optional(),
    to_date: day.optional(),
    cleanerID: id.optional(),
    /** The visit that is moved: its own time counts as free, and one of a series may go up to 12 months ahead. */
    excludeJobID: id.optional(),
  }),
  reply: slotsReply,
});

export const addTimeOff = defineCall({
  method: 'POST',
  path: '/cleaners/:id/time-off',
  ...openTo(policy.keepTimeOff),
  summary: 'Adds one time off and leaves the others',
  params: idParams,
  body: z.strictObject({ ...timeOffFields, acknowledge: flag.optional() }),
  reply: unavailableDate,
  status: 201,
  errors: pick(errors, 'breaks_jobs'),
});

export const removeTimeOff = defineCall({
  method: 'POST',
  path: '/cleaners/:id/time-off/:timeOffID/remove',
  ...openTo(policy.keepTimeOff),
  summary: 'Removes one time off; the time is free again',
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
  summary: 'What takes cleaners’ time; customers get the days nobody can serve, of the next 62 unless said',
  query: z.object({ cleanerID: id.optional(), from_date: day.optional(), to_date: day.optional() }),
  reply: z.union([z.array(unavailablePeriod), z.strictObject({ dates: z.array(day) })]),
});

export const unavailableReason = z.enum(['holiday', 'not-bookable', 'full', 'time-off', 'not-working']);

export const listUnavailableByMonth = defineCall({
  method: 'GET',
  path: '/cleaners/list-unavailable-date-by-month',
  aliases: ['/list-unavailable-date-by-month'],
  ...openTo(policy.seeUnavailableDays),
  summary: 'Days of a month that cannot be served, each with its reason',
  query: z.object({
    month: z
      .string()
      .refine((month) => readDay(`${month}-01`) !== null, { error: 'Enter the month as YYYY-MM.' }),
    cleanerID: id.optional(),
  }),
  reply: z.record(day, unavailableReason),
});
