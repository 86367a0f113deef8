import { keysOf } from '#features/messages/messages/server/index.ts';
import { lockCleaners } from '#features/people/cleaners/server/index.ts';
import { lockJobs, putBackVisit } from '#features/work/jobs/server/index.ts';
import { removeTimeOff, slotConstraints } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Cover } from '../contract.ts';
import { reopenAbsences } from './absence-record.ts';
import {
  type CoverVisitRow,
  findCoverVisit,
  findCoverVisits,
  lockCover,
  lockCoverVisit,
  questionKey,
  saveCoverVisit,
  showCover,
} from './cover-record.ts';
import { finishKey, sentenceOf } from './start-cover.ts';

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
  if (cover.undoneAt !== null) {
    noChange(tx);
    return null;
  }
  const now = tx.clock.now();
  if (Temporal.Instant.compare(now, readDatabaseTime(cover.undoUntil)) > 0) return refuse('too_late_to_undo');
  await tx.db.updateTable('cover').set({ undoneAt: now.toString() }).where('id', '=', id).execute();
  const visits = await findCoverVisits(tx, id);
  const questions = visits.flatMap((visit) => keysOf('visit-uncovered', questionKey(visit.id)));
  await tx.outbox.withdraw(tx, [finishKey(id), ...questions]);
  for (const visit of visits) {
    if (visit.state === 'waiting' || visit.state === 'open') {
      await saveCoverVisit(tx, visit.id, { state: 'undone' });
    }
  }
  const { cleanerID, timeOffID } = cover;
  if (cleanerID !== null && timeOffID !== null) await removeTimeOff(tx, cleanerID, timeOffID);
  await reopenAbsences(tx, id);
  const action = cleanerID === null ? 'cover.several-undone' : 'cover.undone';
  await audit(tx, { action, subject: { kind: 'cleaner', id: cleanerID } });
  return null;
}

async function putBack(ctx: ContextOf<'admin'>, id: string): Promise<void> {
  const done = await inTransaction(
    ctx,
    async (tx) => {
      const found = await findCoverVisit(tx, id);
      if (found !== null) await lockJobs(tx, Object.keys(found.crews));
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

/** This visit first: in a swap, the cleaner it gives back is needed at the other one, whose time has not changed. */
async function restore(tx: Tx, { jobID, crews, startsAt, versions }: CoverVisitRow): Promise<Refusal | null> {
  const ids = [jobID, ...Object.keys(crews).filter((id) => id !== jobID)];
  const now = await lockJobs(tx, ids);
  if (now.some(({ id, version }) => version !== versions[id])) {
    return refuse('not_changeable', { detail: 'It has been changed since, so it was not put back.' });
  }
  await lockCleaners(tx, [...new Set(Object.values(crews).flat())]);
  for (const id of ids) {
    const earlier = { crew: crews[id] ?? [], ...(id === jobID && { startsAt }) };
    const back = await putBackVisit(tx, id, earlier);
    if (isRefusal(back)) return back;
  }
  return null;
}
