import type { z } from 'zod';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { readJob } from '#features/jobs/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { undoFinishJob } from '../contract.ts';
import { decideUndo } from '../rules/clocking.ts';
import { type CrewClock, lockCrewClock } from './crew-clock.ts';

type NotUndone = Refusal<'not_found' | 'invalid' | 'not_changeable' | 'too_late_to_undo' | 'unavailable'>;

/** A crew member takes a finish back that was pressed too soon. Pressing again changes nothing. */
export function undoFinish(
  ctx: Context,
  jobId: string,
  { cleanerID }: z.output<typeof undoFinishJob.body>,
): Promise<Job | NotUndone> {
  return inTransaction(ctx, async (tx) => {
    const own = await lockCrewClock(tx, jobId, cleanerID);
    if (isRefusal(own)) return own;
    if (own.job.status !== 'paid') return refuse('not_changeable');
    const decided = decideUndo(
      { receivedAt: own.finishReceivedAt, reviewed: own.job.reviewed_at !== null },
      tx.clock.now(),
    );
    if (decided === 'too_late_to_undo') return refuse('too_late_to_undo');
    if (decided === 'undo') await saveUndo(tx, own);
    return readJob(tx, jobId);
  });
}

/** The clock runs on as if nothing had been pressed; the audit trail keeps that it was. */
async function saveUndo(tx: Tx, { job, cleanerId, finishedAt }: CrewClock): Promise<void> {
  await tx.db
    .updateTable('job_crew')
    .set({ finished_at: null, finish_received_at: null, finish_latitude: null, finish_longitude: null })
    .where('job_id', '=', job.id)
    .where('cleaner_id', '=', cleanerId)
    .execute();
  await audit(tx, {
    action: 'job.finish-undone',
    subject: { kind: 'job', id: job.id },
    before: { cleanerId, finishedAt: finishedAt?.toString() ?? null },
  });
}
