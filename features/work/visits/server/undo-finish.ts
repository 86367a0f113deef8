import type { z } from 'zod';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { changeJob, readJob } from '#features/work/jobs/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { undoFinishJob } from '../contract.ts';
import { decideUndo } from '../rules/clocking.ts';
import { type CrewClock, lockCrewClock } from './crew-clock.ts';
import { doneKey } from './notify-customer.ts';

type NotUndone = Refusal<'not_found' | 'invalid' | 'not_changeable' | 'too_late_to_undo' | 'unavailable'>;

/** A crew member undoes a premature finish. Idempotent. */
export function undoFinish(
  ctx: Context,
  jobId: string,
  { cleanerID }: z.output<typeof undoFinishJob.body>,
): Promise<Job | NotUndone> {
  return inTransaction(ctx, async (tx) => {
    const own = await lockCrewClock(tx, jobId, cleanerID);
    if (isRefusal(own)) return own;
    if (!goesAhead(own.job.status)) return refuse('not_changeable');
    const decided = decideUndo(
      { receivedAt: own.finishReceivedAt, reviewed: own.job.reviewed_at !== null },
      tx.clock.now(),
    );
    if (decided === 'too_late_to_undo') return refuse('too_late_to_undo');
    if (decided === 'undo') await saveUndo(tx, own);
    const reply = await readJob(tx, jobId);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

/** The clock continues as if there had been no finish; the audit trail keeps a record of it. */
async function saveUndo(tx: Tx, { job, cleanerId }: CrewClock): Promise<void> {
  const fields = {
    finished_at: null,
    finish_received_at: null,
    finish_latitude: null,
    finish_longitude: null,
    finish_accuracy: null,
  };
  await changeJob(tx, job.id, { clock: { cleanerId, fields }, action: 'job.finish-undone' });
  await tx.outbox.withdraw(tx, [doneKey(job.id)]);
}
