import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#database/generated.ts';
import { returnCredits } from '#features/money/credits/server/index.ts';
import type { PaymentMethod } from '#features/money/payments/rules/transaction.ts';
import {
  addWaitingRefund,
  findPaidByHand,
  jobsAwaitingRefund,
  jobsInDispute,
  paidForJob,
  paidForJobs,
  type Refund,
  raiseAlarm,
  refundPayment,
} from '#features/money/payments/server/index.ts';
import { releasePromos } from '#features/money/promo-codes/server/index.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import { releaseSlot } from '#features/work/schedule/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { instantToWire, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import type { cancelJob as call, previewCancellation } from '../contract.ts';
import {
  type CancellationOutcome,
  canBeCancelled,
  cancellationOf,
  type OnBehalfOf,
} from '../rules/cancellation.ts';
import { cancelForCompany } from '../rules/policy.ts';
import { stageOf } from '../rules/stage.ts';
import { goesAhead, isUnpaid } from '../rules/status.ts';
import { lockJob, saveUnpublishedChange } from './change-job.ts';
import { endHold, isBeingPaid } from './holds.ts';
import { insertCharge } from './job-charges.ts';
import { findVisibleJob, type JobRow, toJobReply } from './job-rows.ts';
import { lastToldToCustomer } from './notify-readers.ts';
import { incomeOf } from './price-changes.ts';
import { type ChangedVisit, publishChanges } from './publish-changes.ts';
import { cancellationMail } from './visit-messages.ts';

type CancelBody = z.output<typeof call.body>;
type CancelReply = z.output<typeof call.reply>;
type Preview = z.output<typeof previewCancellation.reply>;

/** What cancelling now would keep and give back; for a cancelled visit, what it did. */
export async function previewCancellationOf(
  ctx: Context,
  jobID: string,
  wanted: OnBehalfOf | undefined,
): Promise<Preview | Refusal<'not_found' | 'not_cancellable'>> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const recorded = await findCancellation(ctx, jobID);
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
  jobID: string,
  { reason = '', onBehalfOf, fee, isLockOut = false }: CancelBody,
): Promise<
  | CancelReply
  | Refusal<'not_found' | 'not_cancellable' | 'cancellation_changed' | 'payment_in_progress' | 'unavailable'>
> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobID);
    const job = await findVisibleJob(tx, jobID);
    if (isRefusal(job)) return job;
    const recorded = await findCancellation(tx, jobID);
    if (recorded !== null) {
      noChange(tx);
      return saveIdempotentReply(tx, await cancelReply(tx, job, recorded));
    }
    if (!isCancellable(tx, job)) return refuse('not_cancellable');
    if (isLockOut && !mayBeLockedOut(tx, job)) return refuse('not_cancellable', { detail: NOT_LOCKED_OUT });
    if (isBeingPaid(job)) return refuse('payment_in_progress');
    const terms = cancellationParty(tx, isLockOut ? 'customer' : onBehalfOf);
    const outcome = await outcomeOf(tx, job, terms);
    if (fee !== undefined && fee !== outcome.fee) {
      return refuse('cancellation_changed', { extensions: { ...(await termsReply(tx, job, outcome)) } });
    }
    return saveIdempotentReply(
      tx,
      await cancelLockedJob(tx, job, {
        outcome,
        terms,
        reason: reason || (isLockOut ? LOCKED_OUT : ''),
        isLockOut,
      }),
    );
  });
}

const LOCKED_OUT = 'Nobody let us in';
const NOT_LOCKED_OUT = 'Only the office can say that nobody let us in, once the visit has begun.';

function mayBeLockedOut({ actor, clock }: Context, { startsAt, status }: JobRow): boolean {
  const hasBegun = Temporal.Instant.compare(readDatabaseTime(startsAt), clock.now()) <= 0;
  return may(actor, cancelForCompany) && goesAhead(status) && hasBegun;
}

interface AgreedCancellation {
  readonly outcome: CancellationOutcome;
  readonly terms: OnBehalfOf;
  readonly reason: string;
  readonly isLockOut?: boolean | undefined;
}

/** Cancels a job that was read under its lock and may be cancelled, with the message to the customer. */
export async function cancelLockedJob(
  tx: Tx,
  job: JobRow,
  { outcome, terms, reason, isLockOut }: AgreedCancellation,
): Promise<CancelReply> {
  const told = (await lastToldToCustomer(tx, [job])).get(job.id);
  const { refundPending } = await termsReply(tx, job, outcome);
  const sums = { ...outcome, refundPending, byCompany: terms === 'company' };
  const also = goesAhead(job.status) && told ? cancellationMail(tx, job, told, sums) : [];
  const [cancelled = job] = await cancelVisits(tx, [{ job, outcome }], {
    onBehalfOf: terms,
    reason,
    also,
    isLockOut,
  });
  return cancelReply(tx, cancelled, outcome);
}

async function cancelReply(tx: Tx, job: JobRow, outcome: CancellationOutcome): Promise<CancelReply> {
  const customer = await getCustomer(tx, job.customerID);
  return {
    ...(await termsReply(tx, job, outcome)),
    job: toJobReply(tx, job),
    creditsLeft: outcome.creditsReturned,
    creditsBalance: customer?.creditsLeft ?? 0,
  };
}

async function termsReply(ctx: Context, job: JobRow, outcome: CancellationOutcome) {
  const pending = await findPendingRefunds(ctx, [{ job, outcome }]);
  return { ...outcome, refundPending: pending.has(job.id), policy: job.policy };
}

/** The time until which cancelling is free, in wire format. */
export function freeUntil(ctx: Context, job: JobRow): string {
  const until = readDatabaseTime(job.startsAt).subtract({ hours: job.policy.freeHours });
  return instantToWire(until, ctx.config.BUSINESS_TZ);
}

/** A visit to cancel, with what is kept and given back. */
interface VisitToCancel {
  readonly job: JobRow;
  readonly outcome: CancellationOutcome;
}

interface CancellationInput {
  readonly onBehalfOf: OnBehalfOf;
  readonly reason: string;
  /** If several visits are cancelled together: the first of them. */
  readonly firstJobID?: string;
  /** The crew came and nobody let them in. */
  readonly isLockOut?: boolean | undefined;
  /** Published together with the tasks that follow from each job's change. */
  readonly also?: readonly NewTask[];
}

/** Whether the current actor may still cancel the visit. */
export function isCancellable(ctx: Context, job: JobRow): boolean {
  const stage = stageOf(job.crew);
  const visit = {
    status: job.status,
    start: readDatabaseTime(job.startsAt),
    begun: stage !== 'upcoming',
    finished: stage === 'done',
  };
  const who = may(ctx.actor, cancelForCompany) ? 'office' : 'customer';
  return job.trashedAt === null && canBeCancelled(visit, who, ctx.clock.now());
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
  const [visit] = await outcomesOf(ctx, [job], onBehalfOf);
  if (visit === undefined) throw new Error(`No outcome for job ${job.id}.`);
  return visit.outcome;
}

/** The same for several visits, in their order. */
export async function outcomesOf(
  ctx: Context,
  jobs: readonly JobRow[],
  onBehalfOf: OnBehalfOf,
): Promise<VisitToCancel[]> {
  const ids = jobs.map(({ id }) => id);
  const paid = await paidForJobs(ctx, ids);
  const byHand = await findPaidByHand(ctx, ids);
  return jobs.map((job) => {
    const visit = {
      terms: job.policy,
      start: readDatabaseTime(job.startsAt),
      isPaid: job.status === 'paid',
      toCharge: job.holdCharged === null ? 0 : job.amountToPay,
      paid: sumOf(paid.get(job.id) ?? []),
      credits: job.creditsUsed,
    };
    const outcome = cancellationOf(visit, onBehalfOf, ctx.clock.now());
    const isByHand = outcome.refund > 0 && byHand.has(job.id);
    return { job, outcome: isByHand ? { ...outcome, refundByHand: true } : outcome };
  });
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
  const { reason, firstJobID, also = [] } = how;
  const fields = {
    status: 'cancelled',
    cancelledAt: tx.clock.now().toString(),
    cancelledBy: tx.actor.role,
    cancelReason: reason,
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
    await insertCancellation(tx, job.id, {
      ...outcome,
      onBehalfOf: how.onBehalfOf,
      isLockOut: how.isLockOut,
      reason,
      firstJobID,
      isByInvoice: job.holdCharged === 'invoice',
    });
  }
  await tx.outbox.publishAll(tx, also);
  const byID = new Map(changed.map((job) => [job.id, job]));
  return visits.map(({ job }) => byID.get(job.id) ?? job);
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
  for (const { transactionID, method, parts } of await refundsOf(tx, visits)) {
    const refunded = await refundPayment(tx, { transactionID, parts, to: 'card', reason });
    if (isRefusal(refunded) && refunded.refusal === 'payment_disputed') {
      await addWaitingRefund(tx, { transactionID, parts });
      continue;
    }
    // Cannot be refused: the refundable amount was read with the jobs locked, and every refund of a job takes its lock.
    if (isRefusal(refunded))
      throw new Error(`Refund of transaction ${transactionID} refused: ${refunded.refusal}`);
    const [first] = visits;
    // What is owed on an invoice becomes less: no money goes back.
    if (method !== 'card' && method !== 'invoice' && first !== undefined)
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
  { transactionID, cents, parts, method }: Refund & { readonly method: PaymentMethod },
): Promise<void> {
  const what = parts.length === 1 ? 'a visit was cancelled' : `${parts.length} visits were cancelled`;
  await raiseAlarm(tx, {
    kind: 'refund_by_hand',
    why: `Give back S$${dollars(cents)} ${BY[method] ?? ''}: ${what}.`,
    transactionID,
    customerID: job.customerID,
    cents,
    jobs: parts,
  });
}

interface RefundOfVisits {
  readonly transactionID: string;
  readonly method: PaymentMethod;
  readonly parts: readonly { readonly jobID: string; readonly cents: Cents }[];
}

/** For each payment, ordered by id: how much of it each visit gives back, newest payment first. */
async function refundsOf(tx: Tx, visits: readonly VisitToCancel[]): Promise<RefundOfVisits[]> {
  const refunds = new Map<string, RefundOfVisits>();
  for (const { job, outcome } of visits) {
    let left = outcome.refund;
    for (const payment of left === 0 ? [] : await paidForJob(tx, job.id)) {
      const cents = Math.min(left, payment.cents);
      if (cents === 0) break;
      const { transactionID, method } = payment;
      const parts = refunds.get(transactionID)?.parts ?? [];
      refunds.set(transactionID, { transactionID, method, parts: [...parts, { jobID: job.id, cents }] });
      left -= cents;
    }
  }
  return [...refunds.values()].sort((one, other) => (one.transactionID < other.transactionID ? -1 : 1));
}

function sumOf(parts: readonly { readonly cents: Cents }[]): Cents {
  return parts.reduce((sum, part) => sum + part.cents, 0);
}

/** What the cancellation of a job kept and gave back; null if it is not cancelled. */
async function findCancellation(ctx: Context, jobID: string): Promise<CancellationOutcome | null> {
  const row = await ctx.db
    .selectFrom('job_cancellation')
    .selectAll()
    .where('jobID', '=', jobID)
    .executeTakeFirst();
  if (row === undefined) return null;
  return outcomeIn(row, await findPaidByHand(ctx, [jobID]));
}

/** By job: what was kept and given back for the visits that were cancelled together, starting from this one. */
export async function findCancelledFrom(
  ctx: Context,
  firstJobID: string,
): Promise<ReadonlyMap<string, CancellationOutcome>> {
  const rows = await ctx.db
    .selectFrom('job_cancellation')
    .selectAll()
    .where('firstJobID', '=', firstJobID)
    .execute();
  const byHand = await findPaidByHand(
    ctx,
    rows.map((row) => row.jobID),
  );
  return new Map(rows.map((row) => [row.jobID, outcomeIn(row, byHand)]));
}

function outcomeIn(
  row: Selectable<DB['job_cancellation']>,
  byHand: ReadonlySet<string>,
): CancellationOutcome {
  return {
    fee: row.fee,
    refund: row.refund,
    creditsReturned: row.creditsReturned,
    creditsForfeited: row.creditsForfeited,
    ...(row.refund > 0 && byHand.has(row.jobID) && { refundByHand: true }),
    ...(row.feeCharged && { feeCharged: true }),
  };
}

async function insertCancellation(
  tx: Tx,
  jobID: string,
  of: CancellationOutcome & {
    readonly onBehalfOf: OnBehalfOf;
    readonly reason: string;
    readonly firstJobID?: string | undefined;
    readonly isLockOut?: boolean | undefined;
    /** Its fee goes on the next invoice, not to the card. */
    readonly isByInvoice: boolean;
  },
): Promise<void> {
  const now = tx.clock.now();
  if (of.feeCharged) {
    const kind = of.isLockOut ? 'lock-out' : 'late-cancellation';
    const chargeAt = of.isByInvoice ? null : now;
    await insertCharge(tx, { id: tx.newID(), jobID, kind, note: '', cents: of.fee, chargeAt });
  }
  await tx.db
    .insertInto('job_cancellation')
    .values({
      jobID,
      firstJobID: of.firstJobID ?? null,
      onBehalfOf: of.onBehalfOf,
      fee: of.fee,
      feeCharged: of.feeCharged === true,
      refund: of.refund,
      creditsReturned: of.creditsReturned,
      creditsForfeited: of.creditsForfeited,
      reason: of.reason,
      cancelledBy: idOf(tx.actor),
      createdAt: now.toString(),
    })
    .execute();
}
