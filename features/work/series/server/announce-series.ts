import type { CancellationSums } from '#features/messages/messages/rules/kinds.ts';
import { messageTasks } from '#features/messages/messages/server/index.ts';
import {
  aboutJob,
  customerVisit,
  earliest,
  inOrder,
  type JobRow,
  lastToldToCustomer,
  takesPlace,
} from '#features/work/jobs/server/index.ts';
import type { Tx } from '#platform/server/context.ts';
import type { NewTask } from '#platform/server/outbox.ts';

/**
 * One e-mail to the customer about cancelled visits, each with the time that the customer was last notified of. Nothing
 * is sent about mere holds.
 */
export async function seriesCancelledMail(
  tx: Tx,
  jobs: readonly JobRow[],
  { byCompany, fee, refund, refundPending = false, refundByHand, ...hours }: CancellationSums,
): Promise<NewTask[]> {
  const agreed = inOrder(jobs.filter(takesPlace));
  const [first] = agreed;
  if (first === undefined) return [];
  const told = await lastToldToCustomer(tx, agreed);
  const [visit, ...others] = agreed.map((job) => customerVisit(job, told.get(job.id)));
  if (visit === undefined) return [];
  const starts = agreed.flatMap((job) => [job.starts_at, told.get(job.id)?.startsAt ?? job.starts_at]);
  return messageTasks(tx, {
    kind: 'series-cancelled',
    to: { email: first.customer_email },
    ...aboutJob(first),
    data: {
      firstname: first.customer_firstname,
      jobId: first.id,
      visits: [visit, ...others],
      byCompany,
      fee,
      refund,
      refundPending,
      refundByHand,
      creditsReturned: hours.creditsReturned,
      creditsForfeited: hours.creditsForfeited,
    },
    isChange: true,
    startsAt: earliest(starts),
  });
}
