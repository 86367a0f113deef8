import { messageTasks } from '#features/messages/messages/server/index.ts';
import {
  aboutJob,
  aboutVisit,
  customerOf,
  type HoldEnd,
  type JobRow,
} from '#features/work/jobs/server/index.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import { stateAfterHold } from '../rules/offer.ts';

/** When the hold of an offered booking ends, so does the offer. The freed time goes to the next in line by itself. */
export async function endOffers(tx: Tx, jobs: readonly JobRow[], how: HoldEnd): Promise<void> {
  if (jobs.length === 0) return;
  const state = stateAfterHold(how);
  const ended = await tx.db
    .updateTable('waiting_entry')
    .set({ state, changedAt: tx.clock.now().toString() })
    .where(
      'jobID',
      'in',
      jobs.map(({ id }) => id),
    )
    .where('state', '=', 'offered')
    .returning('jobID')
    .execute();
  if (state !== 'passed') return;
  const missed = jobs.filter(({ id }) => ended.some((entry) => entry.jobID === id));
  await tx.outbox.publishAll(
    tx,
    missed.flatMap((job) => offerEndedMessages(tx, job)),
  );
}

/** Tells a customer that the time has gone to the next person, and asks whether they still wait. */
function offerEndedMessages(tx: Tx, job: JobRow): NewTask[] {
  const startsAt = readDatabaseTime(job.startsAt);
  return messageTasks(tx, {
    kind: 'offer-ended',
    to: customerOf(job),
    ...aboutJob(job),
    data: aboutVisit(job),
    startsAt,
    notAfter: startsAt,
  });
}

/** A customer who has booked the day, by the offer or otherwise, no longer waits for it. */
export async function endWaiting(tx: Tx, job: JobRow): Promise<void> {
  const now = tx.clock.now().toString();
  await tx.db
    .updateTable('waiting_entry')
    .set({ state: 'booked', changedAt: now })
    .where('jobID', '=', job.id)
    .where('state', '=', 'offered')
    .execute();
  await tx.db
    .updateTable('waiting_entry')
    .set({ state: 'closed', changedAt: now })
    .where('customerID', '=', job.customerID)
    .where('packageID', '=', job.packageID)
    .where('day', '=', dayOf(readDatabaseTime(job.startsAt), tx.config.BUSINESS_TZ).toString())
    .where('state', '=', 'waiting')
    .execute();
}
