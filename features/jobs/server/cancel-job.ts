import type { z } from 'zod';
import { returnCredits } from '#features/credits/server/index.ts';
import { getCustomer } from '#features/customers/server/index.ts';
import { paidForJob, refundPayment } from '#features/payments/server/index.ts';
import { releasePromos } from '#features/promo-codes/server/index.ts';
import { releaseSlot } from '#features/schedule/server/index.ts';
import { instantToWire, readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keepReply } from '#platform/server/idempotency.ts';
import type { cancelJob as call, previewCancellation } from '../contract.ts';
import {
  type CancellationOutcome,
  canBeCancelled,
  cancellationOf,
  type OnBehalfOf,
} from '../rules/cancellation.ts';
import { cancelForCompany } from '../rules/policy.ts';
import { stageOf } from '../rules/stage.ts';
import { findCancellation, insertCancellation } from './cancellation-record.ts';
import { changeLockedJob, lockJob } from './change-job.ts';
import { endHold, isBeingPaid } from './holds.ts';
import { toJobReply } from './job-reply.ts';
import type { JobRow } from './job-rows.ts';
import { incomeOf } from './reductions.ts';
import { findVisibleJob } from './visible-jobs.ts';
import { cancellationMail } from './visit-messages.ts';

type CancelBody = z.output<typeof call.body>;
type CancelReply = z.output<typeof call.reply>;
type Preview = z.output<typeof previewCancellation.reply>;

/** What cancelling would keep and give back now; of a cancelled visit, what it did. */
export async function previewCancellationOf(
  ctx: Context,
  jobId: string,
  wanted: OnBehalfOf | undefined,
): Promise<Preview | Refusal<'not_found' | 'not_cancellable'>> {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  const recorded = await findCancellation(ctx, jobId);
  if (recorded === null && !isCancellable(ctx, job)) return refuse('not_cancellable');
  const outcome = recorded ?? (await outcomeOf(ctx, job, whoseTerms(ctx, wanted)));
  return { ...termsReply(job, outcome), freeUntil: freeUntil(ctx, job) };
}

/**
 * Calls a visit off, by the terms that are frozen on it: its crew is free, the card gets its refund, code and hours go
 * back to where they came from, and everybody concerned is told. A visit that is only held is given up whole.
 */
export function cancelJob(
  ctx: Context,
  jobId: string,
  { reason = '', onBehalfOf, fee }: CancelBody,
): Promise<
  | CancelReply
  | Refusal<'not_found' | 'not_cancellable' | 'cancellation_changed' | 'payment_in_progress' | 'unavailable'>
> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobId);
    const job = await findVisibleJob(tx, jobId);
    if (isRefusal(job)) return job;
    const recorded = await findCancellation(tx, jobId);
    if (recorded !== null) return keepReply(tx, await cancelReply(tx, job, recorded));
    if (!isCancellable(tx, job)) return refuse('not_cancellable');
    if (isBeingPaid(job)) return refuse('payment_in_progress');
    const terms = whoseTerms(tx, onBehalfOf);
    const outcome = await outcomeOf(tx, job, terms);
    if (fee !== undefined && fee !== outcome.fee) {
      return refuse('cancellation_changed', { members: { ...termsReply(job, outcome) } });
    }
    const cancelled = await callOff(tx, job, { outcome, reason, byCompany: terms === 'company' });
    await insertCancellation(tx, jobId, { ...outcome, onBehalfOf: terms, reason });
    return keepReply(tx, await cancelReply(tx, cancelled, outcome));
  });
}

function isCancellable(ctx: Context, job: JobRow): boolean {
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

/** The office cancels for the company unless it says otherwise; a customer only for themselves. */
function whoseTerms(ctx: Context, wanted: OnBehalfOf | undefined): OnBehalfOf {
  return may(ctx.actor, cancelForCompany) ? (wanted ?? 'company') : 'customer';
}

async function outcomeOf(ctx: Context, job: JobRow, onBehalfOf: OnBehalfOf): Promise<CancellationOutcome> {
  const visit = {
    policy: job.policy,
    start: readDatabaseTime(job.starts_at),
    isPaid: job.status === 'paid',
    paid: sumOf(await paidForJob(ctx, job.id)),
    credits: job.credits_used,
  };
  return cancellationOf(visit, onBehalfOf, ctx.clock.now());
}

interface CallingOff {
  readonly outcome: CancellationOutcome;
  readonly reason: string;
  readonly byCompany: boolean;
}

/** Codes before hours, hours before money: everybody locks them in this order. */
async function callOff(tx: Tx, job: JobRow, { outcome, reason, byCompany }: CallingOff): Promise<JobRow> {
  const fields = {
    status: 'cancelled',
    cancelled_at: tx.clock.now().toString(),
    cancelled_by: tx.actor.role,
    cancel_reason: reason,
  };
  const change = { fields, action: 'job.cancelled', reason };
  if (job.status === 'pending') {
    const [ended = job] = await endHold(tx, [job], 'cancelled', change);
    return ended;
  }
  await releaseSlot(tx, job.id);
  const cancelled = await changeLockedJob(tx, job, change);
  await releasePromos(tx, 'job', [job.id]);
  await returnCredits(tx, job.id, { hours: outcome.creditsReturned, income: incomeOf(job) });
  await refund(tx, job, { cents: outcome.refund, reason: reason || 'Visit cancelled' });
  await tx.outbox.announceAll(tx, cancellationMail(tx, job, { ...outcome, byCompany }));
  return cancelled;
}

/** Gives so much of what was paid for a job back, from its newest payment first. */
async function refund(
  tx: Tx,
  job: JobRow,
  { cents, reason }: { readonly cents: Cents; readonly reason: string },
): Promise<void> {
  let left = cents;
  for (const payment of await paidForJob(tx, job.id)) {
    const part = Math.min(left, payment.cents);
    if (part === 0) return;
    const refunded = await refundPayment(tx, {
      transactionId: payment.transactionId,
      parts: [{ jobId: job.id, cents: part }],
      to: 'card',
      reason,
    });
    // What is left was read with the job locked, and nobody refunds a job without its lock.
    if (isRefusal(refunded)) throw new Error(`A refund of job ${job.id} was refused: ${refunded.refusal}.`);
    left -= part;
  }
}

async function cancelReply(tx: Tx, job: JobRow, outcome: CancellationOutcome): Promise<CancelReply> {
  const customer = await getCustomer(tx, job.customer_id);
  return {
    ...termsReply(job, outcome),
    job: toJobReply(tx, job),
    creditsLeft: outcome.creditsReturned,
    creditsBalance: customer?.credits_left ?? 0,
  };
}

function termsReply(
  { policy }: JobRow,
  { fee, refund, creditsReturned, creditsForfeited }: CancellationOutcome,
) {
  return { fee, refund, creditsReturned, creditsForfeited, policy };
}

function freeUntil(ctx: Context, job: JobRow): string {
  const until = readDatabaseTime(job.starts_at).subtract({ hours: job.policy.freeHours });
  return instantToWire(until, ctx.config.BUSINESS_TZ);
}

function sumOf(parts: readonly { readonly cents: Cents }[]): Cents {
  return parts.reduce((sum, part) => sum + part.cents, 0);
}
