import { idOf } from '#platform/kernel/actor.ts';
import type { Tx } from '#platform/server/context.ts';
import { saveUnpublishedChange } from './change-job.ts';
import type { JobRow } from './job-rows.ts';
import { type ChangedVisit, publishChanges } from './publish-changes.ts';
import { holdMessageKeys } from './visit-messages.ts';

/**
 * Confirms jobs that are to be paid later: their hold no longer expires, and it keeps promo code and hours until they
 * are paid. Jobs that are already confirmed get the new due date. Their rows were read under their locks, and their
 * time has already been taken for good: see ensureHeld.
 *
 * @param dueOn the due date in business time.
 */
export async function confirmJobs(tx: Tx, jobs: readonly JobRow[], dueOn: string): Promise<JobRow[]> {
  const wasHeld = jobs.some((job) => job.status === 'pending');
  await tx.db
    .updateTable('job_hold')
    .set({ due_on: dueOn })
    .where('id', 'in', [...new Set(jobs.flatMap((job) => job.hold_id ?? []))])
    .execute();
  const confirmed = wasHeld ? { confirmed_at: tx.clock.now().toString(), confirmed_by: idOf(tx.actor) } : {};
  const fields = { status: 'confirmed', ...confirmed };
  const visits: ChangedVisit[] = [];
  for (const before of jobs) {
    const after = await saveUnpublishedChange(tx, before, { fields, action: 'job.pay-later' });
    visits.push({ before, after });
  }
  await tx.outbox.withdraw(tx, holdMessageKeys(jobs));
  await publishChanges(tx, visits);
  return visits.map(({ after }) => after);
}
