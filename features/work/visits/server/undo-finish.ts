import type { z } from 'zod';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { changeJob, readJob } from '#features/work/jobs/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { undoFinishJob } from '../contract.ts';
import { decideUndo } from '../rules/clocking.ts';
import { clockForOthers } from '../rules/policy.ts';
import { lockPayMonth, whyHoursAreFixed } from './correct-hours.ts';
import { type CrewClock, lockCrewClock } from './crew-clock.ts';
import { doneKey } from './notify-customer.ts';

type NotUndone = Refusal<
  'not_found' | 'invalid' | 'not_changeable' | 'too_late_to_undo' | 'month_approved' | 'unavailable'
>;

/** A crew member undoes a premature finish. Idempotent. */
export function undoFinish(
  ctx: Context,
  jobId: string,
  { cleanerID }: z.output<typeof undoFinishJob.body>,
): Promise<Job | NotUndone> {
  return inTransaction(ctx, async (tx) => {
    const isOffice = may(tx.actor, clockForOthers);
    if (isOffice) await lockPayMonth(tx, jobId);
    const own = await lockCrewClock(tx, jobId, cleanerID);
    if (isRefusal(own)) return own;
    if (!goesAhead(own.job.status) || own.isFormer) return refuse('not_changeable');
    const decided = decideUndo(
      { receivedAt: own.finishReceivedAt, reviewed: own.job.reviewed_at !== null, isOffice },
      tx.clock.now(),
    );
    if (decided === 'too_late_to_undo') return refuse('too_late_to_undo');
    if (decided === 'undo') {
      const fixed = isOffice ? await whyHoursAreFixed(tx, own.job) : null;
      if (fixed !== null) return fixed;
      await saveUndo(tx, own);
    }
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
