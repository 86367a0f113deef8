import type { z } from 'zod';
import { messageTasks } from '#features/messages/messages/server/index.ts';
import type { CancellationSums } from '#features/messages/messages/texts/kinds.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import type { CancellationOutcome } from '#features/work/jobs/rules/cancellation.ts';
import {
  aboutJob,
  cancellationParty,
  cancelVisits,
  customerVisit,
  earliest,
  findCancelledFrom,
  findJobs,
  findPendingRefunds,
  findVisibleJob,
  freeUntil,
  inOrder,
  isBeingPaid,
  isCancellable,
  isVisible,
  type JobRow,
  jobRows,
  lastToldToCustomer,
  lockJobs,
  lockSeriesOf,
  outcomesOf,
  takesPlace,
} from '#features/work/jobs/server/index.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import type { CancelledVisits } from '../contract/shapes.ts';
import type { cancelFollowing as call, previewFollowingCancellation } from '../contract.ts';
import { followingOf } from '../rules/following.ts';
import { endSeries } from './add-visits.ts';
import { isEndless } from './series-rows.ts';

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
  jobID: string,
  wanted: Wanted,
): Promise<CancelledVisits | NotFound> {
  const recorded = await findRecorded(ctx, jobID);
  if (isRefusal(recorded)) return recorded;
  const visits = recorded ?? (await judge(ctx, jobID, wanted));
  return isRefusal(visits) ? visits : sumsReply(ctx, visits, await findPendingRefunds(ctx, visits));
}

/**
 * Cancels this visit and the following ones by their own terms, in one transaction, with one refund per payment and one
 * message per person. Refused if the figures differ from those that the user was shown.
 */
export function cancelFollowing(
  ctx: Context,
  jobID: string,
  { reason = '', onBehalfOf, shown }: Body,
): Promise<Reply | NotFound | Refusal<'cancellation_changed' | 'payment_in_progress' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const series = await lockSeriesOf(tx, jobID);
    const found = await findFollowing(tx, jobID);
    if (isRefusal(found)) return found;
    const locked = found.jobs.map((job) => job.id);
    await lockJobs(tx, locked);
    const recorded = await findRecorded(tx, jobID);
    if (isRefusal(recorded)) return recorded;
    if (recorded !== null) {
      noChange(tx);
      return saveIdempotentReply(tx, await cancelReply(tx, recorded));
    }
    const visits = await judge(tx, jobID, onBehalfOf, locked);
    if (isRefusal(visits)) return visits;
    if (visits.some(({ job }) => isBeingPaid(job))) return refuse('payment_in_progress');
    const reply = sumsReply(tx, visits, await findPendingRefunds(tx, visits));
    if (shown !== undefined && !isAsShown(reply, shown))
      return refuse('cancellation_changed', { extensions: { ...reply } });
    const terms = cancellationParty(tx, onBehalfOf);
    const jobs = visits.map(({ job }) => job);
    const also = await seriesCancelledMail(tx, jobs, { ...reply, byCompany: terms === 'company' });
    await cancelVisits(tx, visits, { onBehalfOf: terms, reason, firstJobID: jobID, also });
    if (series !== null && isEndless(series)) await endSeries(tx, series);
    return saveIdempotentReply(tx, await withBalance(tx, visits, reply));
  });
}

/** The visits that the actor can cancel, with the outcome for each; the first visit has to be one of them. */
async function judge(
  ctx: Context,
  jobID: string,
  wanted: Wanted,
  among?: readonly string[],
): Promise<Judged[] | NotFound> {
  const found = await findFollowing(ctx, jobID);
  if (isRefusal(found)) return found;
  const jobs = found.jobs.filter(
    (job) => isCancellable(ctx, job) && (among === undefined || among.includes(job.id)),
  );
  if (jobs[0]?.id !== found.first.id) return refuse('not_cancellable');
  const terms = cancellationParty(ctx, wanted);
  return outcomesOf(ctx, jobs, terms);
}

/** What was cancelled together, starting with this visit; null if nothing was. */
async function findRecorded(
  ctx: Context,
  jobID: string,
): Promise<Judged[] | null | Refusal<'not_found' | 'not_of_series'>> {
  const found = await findFollowing(ctx, jobID);
  if (isRefusal(found)) return found;
  const outcomes = await findCancelledFrom(ctx, jobID);
  if (outcomes.size === 0) return null;
  const jobs = await findJobs(ctx, [...outcomes.keys()]);
  return jobs.flatMap((job) => {
    const outcome = outcomes.get(job.id);
    return outcome === undefined ? [] : [{ job, outcome }];
  });
}

export function sumsReply(
  ctx: Context,
  visits: readonly Judged[],
  pending: ReadonlySet<string>,
): CancelledVisits {
  const sum = (of: Exclude<keyof CancellationOutcome, 'refundByHand' | 'feeCharged'>) =>
    visits.reduce((total, { outcome }) => total + outcome[of], 0);
  return {
    fee: sum('fee'),
    refund: sum('refund'),
    creditsReturned: sum('creditsReturned'),
    creditsForfeited: sum('creditsForfeited'),
    refundPending: pending.size > 0,
    ...(visits.some(({ outcome }) => outcome.refundByHand) && { refundByHand: true }),
    ...(visits.some(({ outcome }) => outcome.feeCharged) && { feeCharged: true }),
    visits: visits.map(({ job, outcome }) => ({
      jobID: job.id,
      startTime: wireTime(job.startsAt),
      endTime: wireTime(job.endsAt),
      freeUntil: freeUntil(ctx, job),
      fee: outcome.fee,
      refund: outcome.refund,
      creditsReturned: outcome.creditsReturned,
      creditsForfeited: outcome.creditsForfeited,
      refundPending: pending.has(job.id),
    })),
  };
}

export function isAsShown(ours: CancelledVisits, shown: NonNullable<Body['shown']>): boolean {
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
  const customer = await getCustomer(tx, visits[0]?.job.customerID ?? '');
  return { ...reply, creditsLeft: reply.creditsReturned, creditsBalance: customer?.creditsLeft ?? 0 };
}

/** This visit of a series and the following ones with the same status, earliest first. */
interface Following {
  readonly first: JobRow;
  readonly jobs: readonly JobRow[];
}

/** Starting from any visit of the series that the actor may see. Trashed visits are excluded. */
export async function findFollowing(
  ctx: Context,
  jobID: string,
): Promise<Following | Refusal<'not_found' | 'not_of_series'>> {
  const first = await findVisibleJob(ctx, jobID);
  if (isRefusal(first)) return first;
  if (first.seriesID === null) return refuse('not_of_series');
  const series = await jobRows(ctx)
    .where(isVisible(ctx))
    .where('job.seriesID', '=', first.seriesID)
    .where('job.trashedAt', 'is', null)
    .execute();
  const visits = series.map((job) => ({ job, ...visitOf(job) }));
  // From the same query as the others, because the visit may have been moved or cancelled since it was looked up.
  const asRead = series.find(({ id }) => id === first.id) ?? first;
  return { first: asRead, jobs: followingOf(visits, visitOf(asRead)).map(({ job }) => job) };
}

function visitOf(job: JobRow) {
  return { status: job.status as string, start: readDatabaseTime(job.startsAt) };
}

/**
 * One e-mail to the customer about cancelled visits, each with the time that the customer was last notified of. Nothing
 * is sent about mere holds.
 */
export async function seriesCancelledMail(
  tx: Tx,
  jobs: readonly JobRow[],
  { byCompany, fee, refund, refundPending = false, refundByHand, feeCharged, ...hours }: CancellationSums,
): Promise<NewTask[]> {
  const agreed = inOrder(jobs.filter(takesPlace));
  const [first] = agreed;
  if (first === undefined) return [];
  const told = await lastToldToCustomer(tx, agreed);
  const [visit, ...others] = agreed.map((job) => customerVisit(job, told.get(job.id)));
  if (visit === undefined) return [];
  const starts = agreed.flatMap((job) => [job.startsAt, told.get(job.id)?.startsAt ?? job.startsAt]);
  return messageTasks(tx, {
    kind: 'series-cancelled',
    to: { email: first.customerEmail },
    ...aboutJob(first),
    data: {
      firstname: first.customerFirstname,
      jobID: first.id,
      visits: [visit, ...others],
      byCompany,
      fee,
      refund,
      refundPending,
      refundByHand,
      feeCharged,
      creditsReturned: hours.creditsReturned,
      creditsForfeited: hours.creditsForfeited,
    },
    isChange: true,
    startsAt: earliest(starts),
  });
}
