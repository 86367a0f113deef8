import type { z } from 'zod';
import { getCustomer } from '#features/people/customers/server/index.ts';
import { instantToWire, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { cancelJob as call, previewCancellation } from '../contract.ts';
import type { CancellationOutcome, OnBehalfOf } from '../rules/cancellation.ts';
import { goesAhead } from '../rules/status.ts';
import {
  cancellationParty,
  cancelVisits,
  findPendingRefunds,
  isCancellable,
  outcomeOf,
} from './cancel-visits.ts';
import { findCancellation } from './cancellation-record.ts';
import { lockJob } from './change-job.ts';
import { isBeingPaid } from './holds.ts';
import { toJobReply } from './job-reply.ts';
import type { JobRow } from './job-rows.ts';
import { lastToldToCustomer } from './notify-readers.ts';
import { findVisibleJob } from './visible-jobs.ts';
import { cancellationMail } from './visit-messages.ts';

type CancelBody = z.output<typeof call.body>;
type CancelReply = z.output<typeof call.reply>;
type Preview = z.output<typeof previewCancellation.reply>;

/** What cancelling now would keep and give back; for a cancelled visit, what it did. */
export async function previewCancellationOf(
  ctx: Context,
  jobId: string,
  wanted: OnBehalfOf | undefined,
): Promise<Preview | Refusal<'not_found' | 'not_cancellable'>> {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  const recorded = await findCancellation(ctx, jobId);
  if (recorded === null && !isCancellable(ctx, job)) return refuse('not_cancellable');
  const outcome = recorded ?? (await outcomeOf(ctx, job, cancellationParty(ctx, wanted)));
  return { ...(await termsReply(ctx, job, outcome)), freeUntil: freeUntil(ctx, job) };
}

/**
 * Cancels a visit by its frozen terms: frees the crew, refunds the card, returns promo code and hours, and notifies
 * everyone concerned. An unpaid visit is released entirely.
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
    if (recorded !== null) {
      noChange(tx);
      return saveIdempotentReply(tx, await cancelReply(tx, job, recorded));
    }
    if (!isCancellable(tx, job)) return refuse('not_cancellable');
    if (isBeingPaid(job)) return refuse('payment_in_progress');
    const terms = cancellationParty(tx, onBehalfOf);
    const outcome = await outcomeOf(tx, job, terms);
    if (fee !== undefined && fee !== outcome.fee) {
      return refuse('cancellation_changed', { extensions: { ...(await termsReply(tx, job, outcome)) } });
    }
    return saveIdempotentReply(tx, await cancelLockedJob(tx, job, { outcome, terms, reason }));
  });
}

interface AgreedCancellation {
  readonly outcome: CancellationOutcome;
  readonly terms: OnBehalfOf;
  readonly reason: string;
}

/** Cancels a job that was read under its lock and may be cancelled, with the message to the customer. */
export async function cancelLockedJob(
  tx: Tx,
  job: JobRow,
  { outcome, terms, reason }: AgreedCancellation,
): Promise<CancelReply> {
  const told = (await lastToldToCustomer(tx, [job])).get(job.id);
  const { refundPending } = await termsReply(tx, job, outcome);
  const sums = { ...outcome, refundPending, byCompany: terms === 'company' };
  const also = goesAhead(job.status) && told ? cancellationMail(tx, job, told, sums) : [];
  const [cancelled = job] = await cancelVisits(tx, [{ job, outcome }], { onBehalfOf: terms, reason, also });
  return cancelReply(tx, cancelled, outcome);
}

async function cancelReply(tx: Tx, job: JobRow, outcome: CancellationOutcome): Promise<CancelReply> {
  const customer = await getCustomer(tx, job.customer_id);
  return {
    ...(await termsReply(tx, job, outcome)),
    job: toJobReply(tx, job),
    creditsLeft: outcome.creditsReturned,
    creditsBalance: customer?.credits_left ?? 0,
  };
}

async function termsReply(ctx: Context, job: JobRow, outcome: CancellationOutcome) {
  const pending = await findPendingRefunds(ctx, [{ job, outcome }]);
  return { ...outcome, refundPending: pending.has(job.id), policy: job.policy };
}

/** The time until which cancelling is free, in wire format. */
export function freeUntil(ctx: Context, job: JobRow): string {
  const until = readDatabaseTime(job.starts_at).subtract({ hours: job.policy.freeHours });
  return instantToWire(until, ctx.config.BUSINESS_TZ);
}
