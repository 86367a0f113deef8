import { lockCleaners } from '#features/cleaners/server/index.ts';
import { release } from '#features/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { moveToTrash, takeFromTrash } from '#platform/server/records.ts';
import type { Job } from '../contract/shapes.ts';
import { announceEvent } from './announce-event.ts';
import { isBeingPaid } from './being-paid.ts';
import { isFreeAgain, occupyAgain } from './hold-again.ts';
import { findJobs, type JobRow } from './job-rows.ts';
import { lockJob } from './lock-job.ts';
import { tellCrew } from './notify.ts';
import { readJob } from './read-job.ts';
import { endStaleHoldsOf } from './stale-holds.ts';

/** Puts a job aside and frees its crew for what is still ahead. No money moves; a hold is given up. */
export function trashJob(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<Job | Refusal<'not_found' | 'payment_in_progress' | 'unavailable'>> {
  return moveToTrash(ctx, {
    table: 'job',
    id,
    read: (tx) => readOrThrow(tx, id),
    mayGo: async (tx) => ((await isBeingPaid(tx, id)) ? refuse('payment_in_progress') : undefined),
    goesAlong: async (tx) => {
      const job = await rowOf(tx, id);
      if (job.status === 'pending') await giveUpHold(tx, id);
      if (!isAhead(tx, job)) return;
      await release(tx, { jobId: id });
      if (job.status === 'paid') await tellOfTrash(tx, job, 'released');
    },
  });
}

/** Takes a job back; one that is still ahead needs its crew to be free for it again. */
export function untrashJob(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<Job | Refusal<'not_found' | 'slot_taken' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, id);
    const [job] = await findJobs(tx, [id]);
    if (job === undefined) return refuse('not_found');
    if (job.trashed_at !== null && isAhead(tx, job)) {
      const taken = await takeSlotBack(tx, job);
      if (isRefusal(taken)) return taken;
    }
    return takeFromTrash(tx, { table: 'job', id, read: () => readOrThrow(tx, id) });
  });
}

async function takeSlotBack(tx: Tx, job: JobRow): Promise<undefined | Refusal<'slot_taken'>> {
  const cleanerIds = await lockCleaners(
    tx,
    job.crew.map((member) => member.id),
  );
  await endStaleHoldsOf(tx, cleanerIds, [job.id]);
  if (!(await isFreeAgain(tx, job, cleanerIds))) return refuse('slot_taken');
  await tellOfTrash(tx, job, 'new');
  return occupyAgain(tx, job);
}

async function tellOfTrash(tx: Tx, job: JobRow, news: 'released' | 'new'): Promise<void> {
  await announceEvent(tx, job.id, news === 'new' ? 'put' : 'delete');
  await tellCrew(tx, job, { cleanerIds: job.crew.map((member) => member.id), news });
}

/** An unpaid job that is thrown away is not held any more, and does not come back as held. */
async function giveUpHold(tx: Tx, id: string): Promise<void> {
  await tx.db
    .updateTable('job')
    .set({ status: 'expired', hold_expires_at: null })
    .where('id', '=', id)
    .execute();
}

/** Held or paid, and not over: it takes time in the diaries. A hold that was thrown away is over. */
function isAhead(tx: Tx, job: JobRow): boolean {
  const isLive = job.status === 'pending' || job.status === 'paid';
  return isLive && Temporal.Instant.compare(readDatabaseTime(job.ends_at), tx.clock.now()) > 0;
}

async function rowOf(tx: Tx, id: string): Promise<JobRow> {
  const [row] = await findJobs(tx, [id]);
  if (row === undefined) throw new Error('A locked job is gone.');
  return row;
}

async function readOrThrow(tx: Tx, id: string): Promise<Job> {
  const job = await readJob(tx, id);
  if (isRefusal(job)) throw new Error('The office sees every job.');
  return job;
}
