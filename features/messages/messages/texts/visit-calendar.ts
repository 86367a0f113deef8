import { listIn } from '#platform/kernel/message-kind.ts';
import type { DataOf, Kind, VisitData } from './kinds.ts';
import { eventTitle, serviceText } from './values.ts';
import type { Sender } from './write-message.ts';

/** The mails that carry their visits as a calendar file, and what the reader's calendar does with them. */
const METHODS: Readonly<Partial<Record<Kind, 'publish' | 'cancel'>>> = {
  'visit-booked': 'publish',
  'visit-moved': 'publish',
  'series-moved': 'publish',
  'visit-cancelled': 'cancel',
  'series-cancelled': 'cancel',
};

/**
 * The visits of a mail for the reader's calendar: with the uid of the calendar feeds, so that a moved visit replaces the
 * event and a cancelled one removes it. Null if the mail has none.
 *
 * @param host makes uids unique
 * @param sentAt ISO 8601
 */
export function visitCalendar(
  kind: Kind,
  data: DataOf[Kind],
  { sender, host, sentAt }: { readonly sender: Sender; readonly host: string; readonly sentAt: string },
) {
  const method = METHODS[kind];
  if (method === undefined) return null;
  const isCancelled = method === 'cancel';
  const events = visitsOf(data).flatMap(({ startsAt, endsAt, crew, event, ...service }) => {
    if (event === undefined) return [];
    return [
      {
        uid: `${event.jobID}@${host}`,
        start: startsAt,
        end: endsAt,
        summary: eventTitle(sender.business, serviceText(service, sender), sender),
        location: event.address,
        description: listIn(sender.language, crew),
        url: `${sender.site}/dashboard/bookings/${event.jobID}`,
        isCancelled,
        // The mail about a cancellation is written before the visit has its next version.
        sequence: event.version + (isCancelled ? 1 : 0),
        changedAt: sentAt,
      },
    ];
  });
  return events.length === 0 ? null : { method, events };
}

function visitsOf(data: DataOf[Kind]): readonly VisitData[] {
  if ('visits' in data) return data.visits;
  return 'visit' in data ? [data.visit] : [];
}
