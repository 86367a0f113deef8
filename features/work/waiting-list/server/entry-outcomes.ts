import type { HoldEnd, JobRow } from '#features/work/jobs/server/index.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import { stateAfterHold } from '../rules/offer.ts';

/** When the hold of an offered booking ends, so does the offer. The freed time goes to the next in line by itself. */
export async function endOffers(tx: Tx, jobs: readonly JobRow[], how: HoldEnd): Promise<void> {
  if (jobs.length === 0) return;
  await tx.db
    .updateTable('waiting_entry')
    .set({ state: stateAfterHold(how), changed_at: tx.clock.now().toString() })
    .where(
      'job_id',
      'in',
      jobs.map(({ id }) => id),
    )
    .where('state', '=', 'offered')
    .execute();
}

/** A customer who has booked the day, by the offer or otherwise, no longer waits for it. */
export async function endWaiting(tx: Tx, job: JobRow): Promise<void> {
  const now = tx.clock.now().toString();
  await tx.db
    .updateTable('waiting_entry')
    .set({ state: 'booked', changed_at: now })
    .where('job_id', '=', job.id)
    .where('state', '=', 'offered')
    .execute();
  await tx.db
    .updateTable('waiting_entry')
    .set({ state: 'closed', changed_at: now })
    .where('customer_id', '=', job.customer_id)
    .where('package_id', '=', job.package_id)
    .where('day', '=', dayOf(readDatabaseTime(job.starts_at), tx.config.BUSINESS_TZ).toString())
    .where('state', '=', 'waiting')
    .execute();
}
