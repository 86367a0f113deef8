import {
  confirmToCustomer,
  endHold,
  ensureHeld,
  findJobs,
  type JobRow,
  stopPaying,
} from '#features/jobs/server/index.ts';
import type { Attempt, PurposeHandler } from '#features/payments/server/index.ts';
import { audit } from '#platform/server/audit.ts';
import type { Tx } from '#platform/server/context.ts';
import { lockBooking } from './booking-to-pay.ts';
import { jobPaid } from './paid-jobs.ts';

/** A declined payment leaves the person at least this long to try another card. Source: DOMAIN.md 3.4. */
const RETRY_MINUTES = 10;

/** What a payment attempt for jobs carries along. */
export interface PaidFor {
  readonly jobIds: readonly string[];
  /** The admin who settled it for the customer, if one did. */
  readonly confirmedBy: string | null;
  /** The ledger account that earns the money: `revenue:one-time`. */
  readonly income: string;
}

/** What follows from a payment for jobs, in the transaction that settles it. */
export const jobPayment: PurposeHandler = {
  income: (attempt) => (attempt.priceSnapshot as PaidFor).income,

  async succeeded(tx, attempt, transactionId) {
    const paidFor = attempt.priceSnapshot as PaidFor;
    const { jobs } = await lockBooking(
      tx,
      paidFor.jobIds.map((id) => ({ id })),
    );
    const waiting = jobs.filter((job) => isUnpaid(job) && job.trashed_at === null);
    await ensureHeld(tx, waiting); // what is lost by now stays expired
    const payable = (await findJobs(tx, paidFor.jobIds)).filter((job) => job.status === 'pending');
    if (payable.length < jobs.length) await reportUnwanted(tx, attempt, transactionId);
    await markPaid(tx, payable, paidFor.confirmedBy);
  },

  /** Nothing was charged: the slot stays held a little longer, so that another card can be tried. */
  async failed(tx, attempt) {
    const until = tx.clock.now().add({ minutes: RETRY_MINUTES });
    const { jobs } = await lockBooking(
      tx,
      (attempt.priceSnapshot as PaidFor).jobIds.map((id) => ({ id })),
    );
    await stopPaying(tx, jobs, until);
  },
};

function isUnpaid(job: JobRow): boolean {
  return job.status === 'pending' || job.status === 'expired';
}

/** Turns held jobs into paid ones: checklist frozen, everybody told. Their rows are locked by now. */
export async function markPaid(tx: Tx, jobs: readonly JobRow[], confirmedBy: string | null): Promise<void> {
  if (jobs.length === 0) return;
  const now = tx.clock.now().toString();
  const confirmed = confirmedBy === null ? {} : { confirmed_at: now, confirmed_by: confirmedBy };
  const paid = await endHold(tx, jobs, 'paid', { fields: { paid_at: now, ...confirmed } });
  for (const job of paid) await jobPaid(tx, job);
  await confirmToCustomer(tx, paid);
}

/** Money came for a visit that is gone or paid already: a person must look and give it back. */
async function reportUnwanted(tx: Tx, attempt: Attempt, transactionId: string): Promise<void> {
  tx.log.error(
    { wake: true, attemptId: attempt.id, transactionId },
    'money came for a job that cannot take it',
  );
  await audit(tx, {
    action: 'payment.unwanted',
    subject: { kind: 'money_transaction', id: transactionId },
    after: { jobId: attempt.targetId, cents: attempt.amount },
    reason: 'The job was no longer waiting for this payment',
  });
}
