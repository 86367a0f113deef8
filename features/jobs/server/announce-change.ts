import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import { announceEvent } from './announce-event.ts';
import type { JobRow } from './job-rows.ts';
import { notifyCrew, notifyCustomerOfMove } from './notify.ts';

/**
 * Queues what follows from a change: the crew's texts, the customer's mail, the calendar. A visit that is not paid
 * concerns nobody yet, and one that is over nobody any more.
 */
export async function announceChange(tx: Tx, before: JobRow, after: JobRow): Promise<void> {
  if (Temporal.Instant.compare(readDatabaseTime(after.ends_at), tx.clock.now()) <= 0) return;
  const [was, is] = [takesPlace(before), takesPlace(after)];
  if (!was && !is) return;
  if (was && is) return announceDifference(tx, before, after);
  await announceEvent(tx, after.id, is ? 'put' : 'delete');
  await notifyCrew(tx, after, { cleanerIds: crewOf(after), news: is ? 'new' : 'released' });
}

async function announceDifference(tx: Tx, before: JobRow, after: JobRow): Promise<void> {
  const [was, is] = [crewOf(before), crewOf(after)];
  const moved = before.starts_at !== after.starts_at;
  const recrewed = was.join() !== is.join();
  if (moved || recrewed || before.label !== after.label) await announceEvent(tx, after.id, 'put');
  await notifyCrew(tx, before, { cleanerIds: was.filter((id) => !is.includes(id)), news: 'released' });
  await notifyCrew(tx, after, { cleanerIds: is.filter((id) => !was.includes(id)), news: 'new' });
  if (!moved) return;
  await notifyCrew(tx, after, { cleanerIds: is.filter((id) => was.includes(id)), news: 'moved' });
  await notifyCustomerOfMove(tx, after);
}

function takesPlace(row: JobRow): boolean {
  return row.status === 'paid' && row.trashed_at === null;
}

function crewOf(row: JobRow): string[] {
  return row.crew.map((member) => member.id);
}
