import ical from 'ical-generator';
import { siteName } from '#platform/web/site-name.ts';

/** A visit as a calendar event. Times in ISO 8601 with offset. */
interface CalendarVisit {
  readonly id: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly summary: string;
  readonly location: string;
  /** The booking's page. */
  readonly url: string;
}

/** The visits as an iCalendar file with times in UTC, which calendars show in their own zone. */
export function calendarFile(name: string, visits: readonly CalendarVisit[]): Blob {
  const calendar = ical({
    name,
    prodId: { company: siteName().replace(/\/+/g, ' '), product: 'bookings', language: 'EN' },
  });
  for (const { startTime, endTime, ...visit } of visits) {
    calendar.createEvent({ ...visit, start: new Date(startTime), end: new Date(endTime) });
  }
  return new Blob([calendar.toString()], { type: 'text/calendar;charset=utf-8' });
}
