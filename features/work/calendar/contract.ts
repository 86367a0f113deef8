/**
 * The calendar event of a job: put and deleted on request; booking does it by itself. And everybody's own feed, a secret
 * address under which calendar programs read their visits.
 */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import * as policy from './rules/policy.ts';

const calendarQueued = z.object({ queued: z.literal(true) });

const eventBody = z
  .strictObject({ jobId: id.optional(), jobID: id.optional() })
  .refine((body) => body.jobId !== undefined || body.jobID !== undefined, {
    error: 'Give the id of a job.',
    path: ['jobId'],
  });

export const createCalendarEvent = defineCall({
  method: 'POST',
  path: '/calendar/create_event',
  ...openTo(policy.queueCalendarEvent),
  summary: 'Queues the calendar event of a job.',
  body: eventBody,
  reply: calendarQueued,
});

export const deleteCalendarEvent = defineCall({
  method: 'POST',
  path: '/calendar/delete_event',
  ...openTo(policy.queueCalendarEvent),
  summary: 'Queues the removal of the calendar event of a job.',
  body: eventBody,
  reply: calendarQueued,
});

const feedState = z.object({
  /** Null while there is none. */
  createdAt: wireMoment.nullable(),
  /** When a calendar program last read it, to the hour. */
  lastReadAt: wireMoment.nullable(),
});
export type FeedState = z.output<typeof feedState>;

export const getCalendarFeed = defineCall({
  method: 'GET',
  path: '/calendar/feed',
  ...openTo(policy.keepFeed),
  summary: 'Whether the person has a calendar feed. Its address is told only when it is made.',
  reply: feedState,
});

export const makeCalendarFeed = defineCall({
  method: 'POST',
  path: '/calendar/feed',
  ...openTo(policy.keepFeed),
  summary: 'Makes a secret address of the person’s own; one that was made before answers no more.',
  body: z.strictObject({}),
  /** `url`: relative where the system does not know its own address. */
  reply: feedState.extend({ url: z.string() }),
  status: 201,
});

export const endCalendarFeed = defineCall({
  method: 'POST',
  path: '/calendar/feed/end',
  ...openTo(policy.keepFeed),
  summary: 'The person’s secret address answers no more.',
  body: z.strictObject({}),
  reply: feedState,
});
