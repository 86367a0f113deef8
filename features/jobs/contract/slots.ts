/** The calls that say who and what is free. */
import { z } from 'zod';
import { jobType } from '#features/packages/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { day, flag, id, line, listReply, moment, postal } from '#platform/contract/schemas.ts';
import { availableCleaner, slotsReply } from './shapes.ts';

const slotWish = {
  hours: z.coerce.number().min(0.5).max(24).optional(),
  breakHours: z.coerce.number().min(0).max(4).optional(),
  numCleaners: z.coerce.number().int().min(1).max(5).optional(),
  postal: postal.optional(),
  addressID: id.optional(),
  gender: z.enum(['', 'female', 'male']).optional(),
  language: line(40).optional(),
  hasPets: flag.optional(),
  jobType: jobType.optional(),
  packageID: id.optional(),
};

/** Cleaners free for the whole interval. `explain=1` (office): everyone, with what excludes them. */
export const listAvailable = defineCall({
  method: 'GET',
  path: '/cleaners/list-available',
  aliases: ['/list-available'],
  who: ['admin', 'customer'],
  summary: 'Cleaners who can do a visit, travel included.',
  query: z.object({
    ...slotWish,
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
  who: ['anyone', 'customer', 'admin'],
  summary: 'Free starting times of a day, or of up to 62 days.',
  query: z.object({
    ...slotWish,
    date: day.optional(),
    from_date: day.optional(),
    to_date: day.optional(),
    cleanerID: id.optional(),
    excludeJobID: id.optional(),
  }),
  reply: slotsReply,
});
