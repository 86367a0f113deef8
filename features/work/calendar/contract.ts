/**
 * The calendar event of a job: written and deleted on request, and automatically by booking. And each person's own
 * feed: a secret URL from which calendar programs read their visits.
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
  /** Null if there is no feed. */
  createdAt: wireMoment.nullable(),
  /** When a calendar program last read it, rounded to the hour. */
  lastReadAt: wireMoment.nullable(),
});
export type FeedState = z.output<typeof feedState>;

export const getCalendarFeed = defineCall({
  method: 'GET',
  path: '/calendar/feed',
  ...openTo(policy.manageFeed),
  summary: 'Whether the person has a calendar feed. Its URL is only returned when it is created.',
  reply: feedState,
});

export const makeCalendarFeed = defineCall({
  method: 'POST',
  path: '/calendar/feed',
  ...openTo(policy.manageFeed),
  summary: 'Creates a secret feed URL for the person; an earlier one stops working.',
  body: z.strictObject({}),
  /** `url`: relative if the system's own URL is not configured. */
  reply: feedState.extend({ url: z.string() }),
  status: 201,
});

export const endCalendarFeed = defineCall({
  method: 'POST',
  path: '/calendar/feed/end',
  ...openTo(policy.manageFeed),
  summary: 'Disables the person’s secret feed URL.',
  body: z.strictObject({}),
  reply: feedState,
});
