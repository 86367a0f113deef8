/** Who does what on a day, and how full a week is. Times ISO with offset, lengths in hours or minutes. */
import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { jobStage, jobStatus } from '#features/work/jobs/contract/shapes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { day, id, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { seeDayBoard } from './rules/policy.ts';

const period = z.strictObject({ startTime: wireMoment, endTime: wireMoment });

/** Hours of visits, held ones included, and hours in which the cleaner can be booked. */
const load = { hoursBooked: z.number(), hoursAvailable: z.number() };

const boardCleaner = z.strictObject({
  id,
  fullname: z.string(),
  mobile: z.string(),
  profilePhoto: z.string(),
  languages: z.array(z.string()),
  /** By name; empty if they work everywhere. */
  regions: z.array(z.string()),
  /** They no longer work here. */
  hasLeft: z.boolean(),
  /** Of this weekday; empty if it is their day off, or a closed holiday. */
  shifts: z.array(period),
  off: z.array(
    period.extend({
      kind: z.enum(['time-off', 'block']),
      description: z.string(),
      /** A block of one kind of work; other kinds can be booked. */
      onlyJobType: jobType.nullable(),
    }),
  ),
  ...load,
});
export type BoardCleaner = z.output<typeof boardCleaner>;

const boardMember = z.strictObject({
  id,
  fullname: z.string(),
  startedAt: wireMoment.nullable(),
  finishedAt: wireMoment.nullable(),
  /** They can no longer come: time off, a block, or they have left. */
  isMissing: z.boolean(),
  /** Minutes to travel from their previous visit of the day; null for the first. */
  travelMinutes: z.int().nullable(),
});
export type BoardMember = z.output<typeof boardMember>;

const boardVisit = z.strictObject({
  jobID: id,
  number: z.int(),
  /** Counts the changes of the job. */
  version: z.int(),
  customer: z.strictObject({ fullname: z.string(), mobile: z.string() }),
  /** Empty if the postal code is in no known area. */
  area: z.string(),
  postal: z.string(),
  jobType,
  ...period.shape,
  /** Of each cleaner. */
  hours: z.number(),
  status: jobStatus,
  stage: jobStage,
  /** Until when an unpaid visit is held; null if it goes ahead. */
  holdExpiresAt: wireMoment.nullable(),
  seriesID: id.nullable(),
  /** The crew may be incomplete; it is in order of position. */
  numCleaners: z.int(),
  crew: z.array(boardMember),
  hasPets: z.boolean(),
  genderPreference: z.string(),
  /** What the customer wrote: wishes for the visit, and how to get in. */
  specialRequests: z.string(),
  contactDetails: z.string(),
  /** The customer’s first visit. */
  isFirst: z.boolean(),
});
export type BoardVisit = z.output<typeof boardVisit>;

const dayBoard = z.strictObject({
  day: z.string(),
  /** The holiday’s name on a closed day. */
  closed: z.string().nullable(),
  opening: period,
  /** Everyone who works that weekday or has a visit, by name. */
  cleaners: z.array(boardCleaner),
  /** Visits that go ahead or are held, by start. */
  visits: z.array(boardVisit),
});
export type DayBoard = z.output<typeof dayBoard>;

export const readDayBoard = defineCall({
  method: 'GET',
  path: '/day-board',
  ...openTo(seeDayBoard),
  summary: 'The cleaners and visits of a day: who is where, who is away, and which visits have no crew.',
  /** Defaults to today. */
  query: z.strictObject({ day: day.optional() }),
  reply: dayBoard,
});

const weekBoard = z.strictObject({
  /** Monday to Sunday. */
  days: z.array(
    z.strictObject({
      date: z.string(),
      closed: z.string().nullable(),
      visits: z.int(),
      /** Crew positions whose cleaner cannot come. */
      missing: z.int(),
    }),
  ),
  /** Everyone who works or has a visit in the week, by name; `days` as above. */
  cleaners: z.array(
    boardCleaner
      .pick({ id: true, fullname: true, profilePhoto: true, languages: true, regions: true })
      .extend({ days: z.array(z.strictObject({ ...load, isOff: z.boolean() })) }),
  ),
});
export type WeekBoard = z.output<typeof weekBoard>;

export const readWeekBoard = defineCall({
  method: 'GET',
  path: '/day-board/week',
  ...openTo(seeDayBoard),
  summary: 'Hours booked and available for each cleaner and day of a week.',
  /** Any day of the week; defaults to today. */
  query: z.strictObject({ day: day.optional() }),
  reply: weekBoard,
});
