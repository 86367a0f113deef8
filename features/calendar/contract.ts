/** The calendar event of a job: put and deleted on request; booking does it by itself. */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id } from '#platform/contract/schemas.ts';
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
