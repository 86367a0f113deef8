import { type Allocation, allocate } from '#features/money/payments/rules/allocation.ts';
import {
  type Attempt,
  type PaymentPurpose,
  raiseAlarm,
  recordWaiver,
} from '#features/money/payments/server/index.ts';
import { isPayable } from '#features/work/jobs/rules/status.ts';
import {
  chargeWasDeclined,
  endHold,
  ensureEachHeld,
  ensureHeld,
  findJobs,
  incomeOf,
  type JobRow,
  lockJobs,
  paymentReceivedMail,
  prepareVisit,
  stopPaying,
} from '#features/work/jobs/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { describeBooking, idsOf, lockBooking, toBooking } from './booking-to-pay.ts';
import { type AmountChange, changeAmount } from './change-amount.ts';

/** The data that a payment attempt for jobs carries. */
export interface PaidFor {
  readonly jobIDs: readonly string[];
  /** The price of each job. */
  readonly allocations: readonly Allocation[];
  /** The admin who took the payment for the customer, if any. */
  readonly confirmedBy: string | null;
  /** The amount that the office set, if different from the computed one. */
  readonly change?: AmountChange | null;
  /** The ledger account of the income: `revenue:one-time`. */
  readonly income: string;
  /** Charged because it was due, not because somebody asked. */
  readonly isAutomatic?: boolean;
}

/** Applies the outcome of a payment for jobs, in the transaction of the outcome. */
export const jobPayment: PaymentPurpose = {
  allocations: allocationsOf,
  income: (attempt) => (attempt.priceSnapshot as PaidFor).income,

  async lock(tx, attempt) {
    await lockJobs(tx, (attempt.priceSnapshot as PaidFor).jobIDs);
  },

  async succeeded(tx, attempt, transactionID) {
    const paidFor = attempt.priceSnapshot as PaidFor;
    const jobs = await findJobs(tx, paidFor.jobIDs);
    const waiting = jobs.filter((job) => isPayable(job.status) && job.trashedAt === null);
    const payable = await ensureEachHeld(tx, waiting); // jobs that cannot be held again stay expired
    const unwanted = jobs.filter((job) => !payable.some((one) => one.id === job.id));
    if (unwanted.length > 0) await reportUnwanted(tx, attempt, { transactionID, jobs: unwanted });
    await markPaid(tx, payable, paidFor);
  },

  /** Nothing was charged: the hold is extended a little, so that another card can be tried. */
  async failed(tx, attempt) {
    const { jobIDs, isAutomatic } = attempt.priceSnapshot as PaidFor;
    const { jobs } = await lockBooking(tx, jobIDs);
    await stopPaying(tx, jobs);
    if (!isAutomatic || attempt.status !== 'failed') return;
    for (const job of jobs) await chargeWasDeclined(tx, job, attempt.failureCode ?? '');
  },
};

/** What each job gets of the amount. */
function allocationsOf({ amount, priceSnapshot }: Attempt): readonly Allocation[] {
  return allocate(amount, (priceSnapshot as PaidFor).allocations);
}

/**
 * Marks held jobs as paid: freezes the checklist and notifies everyone. Jobs that were already confirmed (pay
 * later) are only marked as paid. Their rows were read under their locks.
 */
export async function markPaid(
  tx: Tx,
  held: readonly JobRow[],
  { confirmedBy, change }: Pick<PaidFor, 'confirmedBy' | 'change'>,
): Promise<void> {
  const [only] = held;
  if (only === undefined) return;
  const jobs = change ? [await changeAmount(tx, only, change)] : held;
  const now = tx.clock.now().toString();
  const confirmed = confirmedBy === null ? {} : { confirmedAt: now, confirmedBy: confirmedBy };
  const fields = { paidAt: now, ...confirmed };
  const wasConfirmed = new Set(jobs.filter((job) => job.status === 'confirmed').map((job) => job.id));
  // Customers whose booking is only now firm are notified by tell-of-changes.
  const also = wasConfirmed.size > 0 ? paymentReceivedMail(tx, jobs) : [];
  const paid = await endHold(tx, jobs, 'paid', { fields, also });
  for (const job of paid) if (!wasConfirmed.has(job.id)) await prepareVisit(tx, job);
}

/** Money arrived for visits that are gone or already paid: the office must refund it. */
async function reportUnwanted(
  tx: Tx,
  attempt: Attempt,
  { transactionID, jobs }: { transactionID: string; jobs: readonly JobRow[] },
): Promise<void> {
  const ids = new Set(jobs.map((job) => job.id));
  const parts = allocationsOf(attempt).filter(({ jobID }) => ids.has(jobID));
  const cents = parts.reduce((sum, part) => sum + part.cents, 0);
  if (cents === 0) return;
  await raiseAlarm(tx, {
    kind: 'unwanted_payment',
    why: 'The visit was no longer waiting for payment: it has expired, was cancelled, or was paid before.',
    attemptID: attempt.id,
    transactionID,
    customerID: attempt.customerID,
    paymentIntentID: attempt.paymentIntentID,
    cents,
    jobs: parts,
  });
}

/** Lets held jobs that cost nothing go ahead at once, in the transaction that holds them. */
export async function confirmFree(tx: Tx, jobs: readonly JobRow[]) {
  const booking = toBooking(jobs);
  const held = await ensureHeld(tx, jobs);
  if (isRefusal(held)) return held;
  const waived = await recordWaiver(tx, {
    purpose: 'job',
    targetID: booking.first.id,
    customerID: booking.first.customerID,
    amount: booking.total,
    method: 'adjustment',
    description: describeBooking(booking),
    income: incomeOf(booking.first),
    packageID: booking.first.packageID,
    jobIDs: idsOf(booking),
  });
  if (isRefusal(waived)) return waived;
  await markPaid(tx, held, { confirmedBy: idOf(tx.actor), change: null });
  return null;
}
