import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import { eventTask } from './announce-event.ts';
import type { JobRow } from './job-rows.ts';
import { newsForPeople, takesPlace } from './notify.ts';

/**
 * What follows from a change: the crew's texts, the customer's mail, the calendar. A visit that is not paid concerns
 * nobody yet, and one that is over nobody any more.
 */
export async function newsOfChange(
  tx: Tx,
  before: JobRow,
  after: JobRow,
  toldTogether = false,
): Promise<NewTask[]> {
  if (Temporal.Instant.compare(readDatabaseTime(after.ends_at), tx.clock.now()) <= 0) return [];
  const [was, is] = [takesPlace(before), takesPlace(after)];
  if (!was && !is) return [];
  const event = was !== is || isOtherEvent(before, after) ? [eventTask(after.id, is ? 'put' : 'delete')] : [];
  // Also where they are told together: what they have not heard yet of this visit by itself is taken back.
  const people = await newsForPeople(tx, before, after);
  return toldTogether ? event : [...event, ...people];
}

function isOtherEvent(before: JobRow, after: JobRow): boolean {
  const [was, is] = [before, after].map(({ crew }) => crew.map((member) => member.id).join());
  return before.starts_at !== after.starts_at || before.label !== after.label || was !== is;
}
