import type { z } from 'zod';
import { getCustomer } from '#features/people/customers/server/index.ts';
import type { CancellationOutcome } from '#features/work/jobs/rules/cancellation.ts';
import {
  cancellationParty,
  cancelVisits,
  findCancelledFrom,
  findJobs,
  findPendingRefunds,
  freeUntil,
  isBeingPaid,
  isCancellable,
  type JobRow,
  lockJobs,
  outcomeOf,
} from '#features/work/jobs/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { CancelledVisits } from '../contract/shapes.ts';
import type { cancelFollowing as call, previewFollowingCancellation } from '../contract.ts';
import { seriesCancelledMail } from './announce-series.ts';
import { findFollowing } from './find-following.ts';

type Body = z.output<typeof call.body>;
type Reply = z.output<typeof call.reply>;
type Wanted = z.output<typeof previewFollowingCancellation.query>['onBehalfOf'];
type NotFound = Refusal<'not_found' | 'not_of_series' | 'not_cancellable'>;

/** A visit with the outcome of cancelling it. */
interface Judged {
  readonly job: JobRow;
  readonly outcome: CancellationOutcome;
}

/** What cancelling now would keep and give back; for visits that were cancelled together, what that did. */
export async function previewCancelFollowing(
  ctx: Context,
  jobId: string,
  wanted: Wanted,
): Promise<CancelledVisits | NotFound> {
  const recorded = await findRecorded(ctx, jobId);
  if (isRefusal(recorded)) return recorded;
  const visits = recorded ?? (await judge(ctx, jobId, wanted));
  return isRefusal(visits) ? visits : sumsReply(ctx, visits, await findPendingRefunds(ctx, visits));
}

/**
 * Cancels this visit and the following ones by their own terms, in one transaction, with one refund per payment and one
 * message per person. Refused if the figures differ from those that the user was shown.
 */
export function cancelFollowing(
  ctx: Context,
  jobId: string,
  { reason = '', onBehalfOf, shown }: Body,
): Promise<Reply | NotFound | Refusal<'cancellation_changed' | 'payment_in_progress' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const found = await findFollowing(tx, jobId);
    if (isRefusal(found)) return found;
    const locked = found.jobs.map((job) => job.id);
    await lockJobs(tx, locked);
    const recorded = await findRecorded(tx, jobId);
    if (isRefusal(recorded)) return recorded;
    if (recorded !== null) {
      noChange(tx);
      return saveIdempotentReply(tx, await cancelReply(tx, recorded));
    }
    const visits = await judge(tx, jobId, onBehalfOf, locked);
    if (isRefusal(visits)) return visits;
    if (visits.some(({ job }) => isBeingPaid(job))) return refuse('payment_in_progress');
    const reply = sumsReply(tx, visits, await findPendingRefunds(tx, visits));
    if (shown !== undefined && !isAsShown(reply, shown))
      return refuse('cancellation_changed', { extensions: { ...reply } });
    const terms = cancellationParty(tx, onBehalfOf);
    const jobs = visits.map(({ job }) => job);
    const also = await seriesCancelledMail(tx, jobs, { ...reply, byCompany: terms === 'company' });
    await cancelVisits(tx, visits, { onBehalfOf: terms, reason, firstJobId: jobId, also });
    return saveIdempotentReply(tx, await withBalance(tx, visits, reply));
  });
}

/** The visits that the actor can cancel, with the outcome for each; the first visit has to be one of them. */
async function judge(
  ctx: Context,
  jobId: string,
  wanted: Wanted,
  among?: readonly string[],
): Promise<Judged[] | NotFound> {
  const found = await findFollowing(ctx, jobId);
  if (isRefusal(found)) return found;
  const jobs = found.jobs.filter(
    (job) => isCancellable(ctx, job) && (among === undefined || among.includes(job.id)),
  );
  if (jobs[0]?.id !== found.first.id) return refuse('not_cancellable');
  const terms = cancellationParty(ctx, wanted);
  const judged: Judged[] = [];
  for (const job of jobs) judged.push({ job, outcome: await outcomeOf(ctx, job, terms) });
  return judged;
}

/** What was cancelled together, starting with this visit; null if nothing was. */
async function findRecorded(
  ctx: Context,
  jobId: string,
): Promise<Judged[] | null | Refusal<'not_found' | 'not_of_series'>> {
  const found = await findFollowing(ctx, jobId);
  if (isRefusal(found)) return found;
  const outcomes = await findCancelledFrom(ctx, jobId);
  if (outcomes.size === 0) return null;
  const jobs = await findJobs(ctx, [...outcomes.keys()]);
  return jobs.flatMap((job) => {
    const outcome = outcomes.get(job.id);
    return outcome === undefined ? [] : [{ job, outcome }];
  });
}

function sumsReply(ctx: Context, visits: readonly Judged[], pending: ReadonlySet<string>): CancelledVisits {
  const sum = (of: Exclude<keyof CancellationOutcome, 'refundByHand'>) =>
    visits.reduce((total, { outcome }) => total + outcome[of], 0);
  return {
    fee: sum('fee'),
    refund: sum('refund'),
    creditsReturned: sum('creditsReturned'),
    creditsForfeited: sum('creditsForfeited'),
    refundPending: pending.size > 0,
    ...(visits.some(({ outcome }) => outcome.refundByHand) && { refundByHand: true }),
    visits: visits.map(({ job, outcome }) => ({
      jobID: job.id,
      startTime: wireTime(job.starts_at),
      endTime: wireTime(job.ends_at),
      freeUntil: freeUntil(ctx, job),
      fee: outcome.fee,
      refund: outcome.refund,
      creditsReturned: outcome.creditsReturned,
      creditsForfeited: outcome.creditsForfeited,
      refundPending: pending.has(job.id),
    })),
  };
}

function isAsShown(ours: CancelledVisits, shown: NonNullable<Body['shown']>): boolean {
  return (
    ours.visits.length === shown.visits &&
    ours.fee === shown.fee &&
    ours.refund === shown.refund &&
    ours.creditsReturned === shown.creditsReturned &&
    ours.creditsForfeited === shown.creditsForfeited
  );
}

async function cancelReply(tx: Tx, visits: readonly Judged[]): Promise<Reply> {
  return withBalance(tx, visits, sumsReply(tx, visits, await findPendingRefunds(tx, visits)));
}

async function withBalance(tx: Tx, visits: readonly Judged[], reply: CancelledVisits): Promise<Reply> {
  const customer = await getCustomer(tx, visits[0]?.job.customer_id ?? '');
  return { ...reply, creditsLeft: reply.creditsReturned, creditsBalance: customer?.credits_left ?? 0 };
}
