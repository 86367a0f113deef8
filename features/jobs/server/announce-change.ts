import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import { isSameVisit } from '../rules/crew-news.ts';
import { eventTask } from './announce-event.ts';
import { newsForPeople } from './notify.ts';
import type { ChangedVisit } from './unheard.ts';
import { takesPlace, visitOf } from './visit-messages.ts';

/**
 * What follows from a change: the crew's texts, the customer's mail, the calendar. Where people are told of several visits
 * together that is left to whoever changes them: newsForPeople, once all are changed.
 */
export async function newsOfChange(tx: Tx, visit: ChangedVisit, toldTogether = false): Promise<NewTask[]> {
  return [...newsForCalendar(tx, visit), ...(toldTogether ? [] : await newsForPeople(tx, [visit]))];
}

/** A visit that is not paid stands in no calendar yet, and one that is over stays there as it is. */
function newsForCalendar(tx: Tx, { before, after }: ChangedVisit): NewTask[] {
  if (Temporal.Instant.compare(readDatabaseTime(after.ends_at), tx.clock.now()) <= 0) return [];
  const [was, is] = [takesPlace(before), takesPlace(after)];
  if (!was && !is) return [];
  return was !== is || isOtherEvent(before, after) ? [eventTask(after.id, is ? 'put' : 'delete')] : [];
}

function isOtherEvent(before: ChangedVisit['before'], after: ChangedVisit['after']): boolean {
  const [was, is] = [before, after].map(({ crew }) => crew.map((member) => member.id).join());
  return before.label !== after.label || was !== is || !isSameVisit(visitOf(before), visitOf(after));
}
