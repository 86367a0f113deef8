import { keysOf } from '#features/messages/messages/server/index.ts';
import { lockJobs } from '#features/work/jobs/server/index.ts';
import { removeTimeOff, slotConstraints } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Cover } from '../contract.ts';
import {
  type CoverVisitRow,
  findCoverVisits,
  lockCover,
  lockCoverVisit,
  saveCoverVisit,
  showCover,
} from './cover-record.ts';
import { sentenceOf, updateVisit, versionsOf } from './cover-visit.ts';
import { finishKey, questionKey } from './start-cover.ts';

/**
 * Within a minute: withdraws the messages and the cancellations, removes the time off that was set with them, and puts
 * each visit back unless it has been changed since.
 */
export async function undoCover(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<Cover | Refusal<'not_found' | 'too_late_to_undo' | 'unavailable'>> {
  const closed = await inTransaction(ctx, (tx) => close(tx, id));
  if (isRefusal(closed)) return closed as Refusal<'not_found' | 'too_late_to_undo' | 'unavailable'>;
  for (const visit of await findCoverVisits(ctx, id)) {
    if (visit.state === 'done') await putBack(ctx, visit.id);
  }
  return (await showCover(ctx, id)) ?? refuse('not_found');
}

async function close(tx: Tx, id: string) {
  const cover = await lockCover(tx, id);
  if (cover === undefined) return refuse('not_found');
  if (cover.undone_at !== null) {
    noChange(tx);
    return null;
  }
  const now = tx.clock.now();
  if (Temporal.Instant.compare(now, readDatabaseTime(cover.undo_until)) > 0)
    return refuse('too_late_to_undo');
  await tx.db.updateTable('cover').set({ undone_at: now.toString() }).where('id', '=', id).execute();
  const visits = await findCoverVisits(tx, id);
  const questions = visits.flatMap((visit) => keysOf('visit-uncovered', questionKey(visit.id)));
  await tx.outbox.withdraw(tx, [finishKey(id), ...questions]);
  for (const visit of visits) {
    if (visit.state === 'waiting' || visit.state === 'open') {
      await saveCoverVisit(tx, visit.id, { state: 'undone' });
    }
  }
  if (cover.time_off_id !== null) await removeTimeOff(tx, cover.cleaner_id, cover.time_off_id);
  await audit(tx, { action: 'cover.undone', subject: { kind: 'cleaner', id: cover.cleaner_id } });
  return null;
}

async function putBack(ctx: ContextOf<'admin'>, id: string): Promise<void> {
  const done = await inTransaction(
    ctx,
    async (tx) => {
      const visit = await lockCoverVisit(tx, id);
      if (visit?.state !== 'done') return null;
      const restored = await restore(tx, visit);
      if (isRefusal(restored)) return restored;
      await saveCoverVisit(tx, id, { state: 'undone' });
      return null;
    },
    slotConstraints,
  );
  if (isRefusal(done)) await saveCoverVisit(ctx, id, { detail: sentenceOf(done) });
}

/** This visit first: in a swap, the cleaner it gives back is needed at the other one. */
async function restore(tx: Tx, visit: CoverVisitRow): Promise<Refusal | null> {
  await lockJobs(tx, Object.keys(visit.crews));
  const versions = await versionsOf(tx, visit);
  if (Object.keys(visit.crews).some((jobId) => versions[jobId] !== visit.versions[jobId])) {
    return refuse('not_changeable', { detail: 'It has been changed since, so it was not put back.' });
  }
  const others = Object.keys(visit.crews).filter((jobId) => jobId !== visit.jobId);
  for (const jobId of [visit.jobId, ...others]) {
    const crew = visit.crews[jobId] ?? [];
    const positions = Object.fromEntries(crew.map((cleanerId, i) => [`cleaner${i + 1}ID`, cleanerId]));
    const time = visit.choice.kind === 'move' ? { startTime: wireTime(visit.startsAt) } : {};
    const updated = await updateVisit(tx, jobId, { ...positions, ...time });
    if (updated !== null) return updated;
  }
  return null;
}
