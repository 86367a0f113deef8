import { defineAction } from '#platform/kernel/policy.ts';

export const queueCalendarEvent = defineAction("queue a job's calendar event", {
  customer: 'customer',
  admin: 'dispatchers',
});
export const manageFeed = defineAction('manage a calendar feed', {
  customer: 'person',
  cleaner: 'person',
  admin: 'person',
});
