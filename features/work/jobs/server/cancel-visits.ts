import { returnCredits } from '#features/money/credits/server/index.ts';
import type { PaymentMethod } from '#features/money/payments/rules/transaction.ts';
import {
  addWaitingRefund,
  findPaidByHand,
  jobsAwaitingRefund,
  jobsInDispute,
  paidForJob,
  type Refund,
  raiseAlarm,
  refundPayment,
} from '#features/money/payments/server/index.ts';
import { releasePromos } from '#features/money/promo-codes/server/index.ts';
import { releaseSlot } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import {
  type CancellationOutcome,
  canBeCancelled,
  cancellationOf,
  type OnBehalfOf,
} from '../rules/cancellation.ts';
import { cancelForCompany } from '../rules/policy.ts';
import { stageOf } from '../rules/stage.ts';
import { isUnpaid } from '../rules/status.ts';
import { insertCancellation } from './cancellation-record.ts';
import { saveUnpublishedChange } from './change-job.ts';
import { endHold } from './holds.ts';
import type { JobRow } from './job-rows.ts';
import { type ChangedVisit, publishChanges } from './publish-changes.ts';
import { incomeOf } from './reductions.ts';

/** A visit to cancel, with what is kept and given back. */
export interface VisitToCancel {
  readonly job: JobRow;
  readonly outcome: CancellationOutcome;
}

interface CancellationInput {
  readonly onBehalfOf: OnBehalfOf;
  readonly reason: string;
  /** If several visits are cancelled together: the first of them. */
  readonly firstJobId?: string;
  /** Published together with the tasks that follow from each job's change. */
  readonly also?: readonly NewTask[];
}

/** Whether the current actor may still cancel the visit. */
export function isCancellable(ctx: Context, job: JobRow): boolean {
  const stage = stageOf(job.crew);
  const visit = {
    status: job.status,
    start: readDatabaseTime(job.starts_at),
    begun: stage !== 'upcoming',
    finished: stage === 'done',
  };
  const who = may(ctx.actor, cancelForCompany) ? 'office' : 'customer';
  return job.trashed_at === null && canBeCancelled(visit, who, ctx.clock.now());
}

/** The office cancels for the company unless it says otherwise; a customer always cancels for themselves. */
export function cancellationParty(ctx: Context, wanted: OnBehalfOf | undefined): OnBehalfOf {
  return may(ctx.actor, cancelForCompany) ? (wanted ?? 'company') : 'customer';
}

/** What cancelling the visit now would keep and give back. */
export async function outcomeOf(
  ctx: Context,
  job: JobRow,
  onBehalfOf: OnBehalfOf,
): Promise<CancellationOutcome> {
  const visit = {
    terms: job.policy,
    start: readDatabaseTime(job.starts_at),
    isPaid: job.status === 'paid',
    paid: sumOf(await paidForJob(ctx, job.id)),
    credits: job.credits_used,
  };
  const outcome = cancellationOf(visit, onBehalfOf, ctx.clock.now());
  const isByHand = outcome.refund > 0 && (await findPaidByHand(ctx, [job.id])).has(job.id);
  return isByHand ? { ...outcome, refundByHand: true } : outcome;
}

/**
 * The visits whose refund waits for a dispute. For cancelled visits: those still waiting; for others: those that would
 * wait.
 */
export async function findPendingRefunds(
  ctx: Context,
  visits: readonly VisitToCancel[],
): Promise<ReadonlySet<string>> {
  const idsOf = (isCancelled: boolean) =>
    visits
      .filter(({ job, outcome }) => outcome.refund > 0 && (job.status === 'cancelled') === isCancelled)
      .map(({ job }) => job.id);
  const waiting = await jobsAwaitingRefund(ctx, idsOf(true));
  return waiting.union(await jobsInDispute(ctx, idsOf(false)));
}

/**
 * Cancels visits whose rows were read under their locks: frees their crews and returns money, promo codes and hours.
 * Unpaid visits are released entirely. Returns the updated jobs in the same order.
 */
export async function cancelVisits(
  tx: Tx,
  visits: readonly VisitToCancel[],
  how: CancellationInput,
): Promise<JobRow[]> {
  const { reason, firstJobId, also = [] } = how;
  const fields = {
    status: 'cancelled',
    cancelled_at: tx.clock.now().toString(),
    cancelled_by: tx.actor.role,
    cancel_reason: reason,
  };
  const change = { fields, action: 'job.cancelled', reason };
  const held = visits.filter(({ job }) => isUnpaid(job.status));
  const agreed = visits.filter(({ job }) => !isUnpaid(job.status));
  const jobsOf = (some: readonly VisitToCancel[]) => some.map(({ job }) => job);
  const changed = held.length === 0 ? [] : await endHold(tx, jobsOf(held), 'cancelled', change);
  const visitsOff: ChangedVisit[] = [];
  for (const { job } of agreed) {
    await releaseSlot(tx, job.id);
    const after = await saveUnpublishedChange(tx, job, change);
    changed.push(after);
    visitsOff.push({ before: job, after });
  }
  await publishChanges(tx, visitsOff);
  await giveBack(tx, agreed, reason || 'Visit cancelled');
  for (const { job, outcome } of visits) {
    await insertCancellation(tx, job.id, { ...outcome, onBehalfOf: how.onBehalfOf, reason, firstJobId });
  }
  await tx.outbox.publishAll(tx, also);
  const byId = new Map(changed.map((job) => [job.id, job]));
  return visits.map(({ job }) => byId.get(job.id) ?? job);
}

/** Promo codes before hours, hours before money: the global lock order, also across several visits. */
async function giveBack(tx: Tx, visits: readonly VisitToCancel[], reason: string): Promise<void> {
  if (visits.length === 0) return;
  await releasePromos(
    tx,
    'job',
    visits.map(({ job }) => job.id),
  );
  for (const { job, outcome } of visits) {
    await returnCredits(tx, job.id, { hours: outcome.creditsReturned, income: incomeOf(job) });
  }
  for (const { transactionId, method, parts } of await refundsOf(tx, visits)) {
    const refunded = await refundPayment(tx, { transactionId, parts, to: 'card', reason });
    if (isRefusal(refunded) && refunded.refusal === 'payment_disputed') {
      await addWaitingRefund(tx, { transactionId, parts });
      continue;
    }
    // Cannot be refused: the refundable amount was read with the jobs locked, and every refund of a job takes its lock.
    if (isRefusal(refunded))
      throw new Error(`Refund of transaction ${transactionId} refused: ${refunded.refusal}`);
    const [first] = visits;
    if (method !== 'card' && first !== undefined)
      await askForRefundByHand(tx, first.job, { ...refunded, method });
  }
}

const BY: Readonly<Partial<Record<PaymentMethod, string>>> = {
  cash: 'in cash',
  paynow: 'by PayNow',
  bank: 'by bank transfer',
};

/** Raises an alarm for the office to refund by hand what was not paid by card. */
async function askForRefundByHand(
  tx: Tx,
  job: JobRow,
  { transactionId, cents, parts, method }: Refund & { readonly method: PaymentMethod },
): Promise<void> {
  const what = parts.length === 1 ? 'a visit was cancelled' : `${parts.length} visits were cancelled`;
  await raiseAlarm(tx, {
    kind: 'refund_by_hand',
    why: `Give back S$${dollars(cents)} ${BY[method] ?? ''}: ${what}.`,
    transactionId,
    customerId: job.customer_id,
    cents,
    jobs: parts,
  });
}

interface RefundOfVisits {
  readonly transactionId: string;
  readonly method: PaymentMethod;
  readonly parts: readonly { readonly jobId: string; readonly cents: Cents }[];
}

/** For each payment, ordered by id: how much of it each visit gives back, newest payment first. */
async function refundsOf(tx: Tx, visits: readonly VisitToCancel[]): Promise<RefundOfVisits[]> {
  const refunds = new Map<string, RefundOfVisits>();
  for (const { job, outcome } of visits) {
    let left = outcome.refund;
    for (const payment of left === 0 ? [] : await paidForJob(tx, job.id)) {
      const cents = Math.min(left, payment.cents);
      if (cents === 0) break;
      const { transactionId, method } = payment;
      const parts = refunds.get(transactionId)?.parts ?? [];
      refunds.set(transactionId, { transactionId, method, parts: [...parts, { jobId: job.id, cents }] });
      left -= cents;
    }
  }
  return [...refunds.values()].sort((one, other) => (one.transactionId < other.transactionId ? -1 : 1));
}

function sumOf(parts: readonly { readonly cents: Cents }[]): Cents {
  return parts.reduce((sum, part) => sum + part.cents, 0);
}
