import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import { eventTask } from './announce-event.ts';
import { type JobRow, jobRows } from './job-rows.ts';
import { newsForPeople, takesPlace } from './notify.ts';
import { confirmationMail } from './visit-messages.ts';

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
  return [...event, ...(toldTogether ? people.filter(isConfirmation) : people)];
}

function isOtherEvent(before: JobRow, after: JobRow): boolean {
  const [was, is] = [before, after].map(({ crew }) => crew.map((member) => member.id).join());
  return before.starts_at !== after.starts_at || before.label !== after.label || was !== is;
}

function isConfirmation({ message }: NewTask): boolean {
  return message?.kind === 'visit-booked';
}

/**
 * Announces what follows from changes to several visits of a series that people are told of together. Where their
 * confirmation had not left, it is written anew once, with the visits that take place now: true.
 */
export async function announceTogether(
  tx: Tx,
  news: readonly NewTask[],
  changed: readonly JobRow[],
): Promise<boolean> {
  const others = news.filter((task) => !isConfirmation(task));
  const seriesId = changed[0]?.series_id ?? null;
  if (others.length === news.length || seriesId === null) {
    await tx.outbox.announceAll(tx, news);
    return false;
  }
  const series = await jobRows(tx).where('job.series_id', '=', seriesId).orderBy('job.starts_at').execute();
  await tx.outbox.announceAll(tx, [...others, ...confirmationMail(tx, series.filter(takesPlace))]);
  return true;
}
