import type { CalendarEvent } from '../kernel/calendar-event.ts';

interface CalendarOptions {
  readonly name: string;
  readonly language: string;
  /** `cancel` removes the events from the reader's calendar. RFC 5546. */
  readonly method: 'publish' | 'cancel';
  /** Who sends it, which a mail must say. RFC 5546 3.2.1. */
  readonly organizer?: { readonly name: string; readonly email: string };
  /** How often a feed should be read, in seconds. RFC 7986 REFRESH-INTERVAL and X-PUBLISHED-TTL. */
  readonly refreshSeconds?: number;
}

/** Formats events as iCalendar, RFC 5545. Times are in UTC, so no time zone has to be included. */
export async function writeCalendarFile(
  { name, language, method, organizer, refreshSeconds }: CalendarOptions,
  events: readonly CalendarEvent[],
): Promise<string> {
  const {
    default: ical,
    ICalCalendarMethod,
    ICalEventStatus,
    ICalEventTransparency,
  } = await import('ical-generator');
  const calendar = ical({
    name,
    prodId: { company: name.replace(/\/+/g, ' '), product: 'Visits', language: language.toUpperCase() },
    method: method === 'cancel' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    ...(refreshSeconds !== undefined && { ttl: refreshSeconds }),
  });
  for (const event of events) {
    calendar.createEvent({
      id: event.uid,
      start: Temporal.Instant.from(event.start),
      end: Temporal.Instant.from(event.end),
      stamp: Temporal.Instant.from(event.changedAt),
      lastModified: Temporal.Instant.from(event.changedAt),
      sequence: event.sequence,
      summary: event.summary,
      location: event.location,
      status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: event.isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      ...(organizer !== undefined && { organizer }),
      ...(event.description === '' ? {} : { description: event.description }),
      ...(event.url === '' ? {} : { url: event.url }),
    });
  }
  // The library does not terminate the last line.
  return `${calendar.toString().trimEnd()}\r\n`;
}
