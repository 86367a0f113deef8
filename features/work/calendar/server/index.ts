import type { Feature } from '#platform/server/feature.ts';
import { deleteCalendarEvent, putCalendarEvent } from './calendar-event.ts';
import { endFeedsOf } from './feeds.ts';
import { calendarData } from './personal-data.ts';
import { routes } from './routes.ts';

/** The company's calendar, with an event for each paid visit, and the personal feeds. */
export const feature: Feature = {
  name: 'calendar',
  routes,
  onSessionsEnded: { calendar: endFeedsOf },
  personalData: { calendar: calendarData },
  tasks: {
    'put-calendar-event': (ctx, { jobID }) => putCalendarEvent(ctx, jobID),
    'delete-calendar-event': (ctx, { jobID }) => deleteCalendarEvent(ctx, jobID),
  },
  repeatableTasks: ['put-calendar-event', 'delete-calendar-event'],
  taskGroups: { 'put-calendar-event': 'providers', 'delete-calendar-event': 'providers' },
};
