import type { FeedEvent, FeedSite } from '../rules/feed-events.ts';

/** The suggested polling interval. Source: RFC 7986 REFRESH-INTERVAL and X-PUBLISHED-TTL. */
const REFRESH_SECONDS = 3600;

/** Formats the feed as iCalendar, RFC 5545. Times are in UTC, so no time zone has to be included. */
export async function writeFeed(
  { name, language }: Pick<FeedSite, 'name' | 'language'>,
  events: readonly FeedEvent[],
): Promise<string> {
  const {
    default: ical,
    ICalCalendarMethod,
    ICalEventStatus,
    ICalEventTransparency,
  } = await import('ical-generator');
  const calendar = ical({
    name,
    prodId: { company: 'Kemas', product: 'Visits', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
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
      ...(event.description === '' ? {} : { description: event.description }),
      ...(event.url === '' ? {} : { url: event.url }),
    });
  }
  // The library does not terminate the last line.
  return `${calendar.toString().trimEnd()}\r\n`;
}
