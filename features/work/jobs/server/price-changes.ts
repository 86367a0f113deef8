import { returnCredits, spendCredits } from '#features/money/credits/server/index.ts';
import { paidForJob, refundPayment } from '#features/money/payments/server/index.ts';
import { markPromosUsed, releasePromos } from '#features/money/promo-codes/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { creditsIn, listQuote, promoOf } from '../rules/quote.ts';
import type { JobFields } from './change-job.ts';
import type { JobRow } from './job-rows.ts';

/** The price difference of a visit that was changed after payment. */
interface PriceChangeRow {
  readonly jobId: string;
  /** Positive: charged. Negative: refunded. */
  readonly cents: Cents;
  readonly transactionId: string;
}

async function insertPriceChange(tx: Tx, { jobId, cents, transactionId }: PriceChangeRow): Promise<void> {
  await tx.db
    .insertInto('job_price_change')
    .values({
      id: tx.newId(),
      job_id: jobId,
      cents,
      transaction_id: transactionId,
      created_at: tx.clock.now().toString(),
    })
    .execute();
}

interface ChargedUpdate {
  readonly id: string;
  readonly jobId: string;
  readonly cents: Cents;
  readonly attemptId: string;
  readonly change: unknown;
}

/** Stores an update that is only applied once its charge has succeeded. */
export async function insertChargedUpdate(tx: Tx, update: ChargedUpdate): Promise<void> {
  await tx.db
    .insertInto('job_price_change')
    .values({
      id: update.id,
      job_id: update.jobId,
      cents: update.cents,
      attempt_id: update.attemptId,
      change: JSON.stringify(update.change),
      created_at: tx.clock.now().toString(),
    })
    .execute();
}

/** An update with a charge, by id; null if there is none. */
export async function findChargedUpdate({ db }: Context, id: string) {
  const row = await db.selectFrom('job_price_change').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Whether a charge for an update of this job is still open. */
export async function hasOpenCharge({ db }: Context, jobId: string): Promise<boolean> {
  const row = await db
    .selectFrom('job_price_change')
    .select('id')
    .where('job_id', '=', jobId)
    .where('transaction_id', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Closes an update: with a transaction if the charge succeeded and the update was applied, without one if it was
 * dropped.
 */
export async function closeChargedUpdate(tx: Tx, id: string, transactionId: string | null): Promise<void> {
  const outcome =
    transactionId === null ? { ended_at: tx.clock.now().toString() } : { transaction_id: transactionId };
  await tx.db
    .updateTable('job_price_change')
    .set({ ...outcome, change: null })
    .where('id', '=', id)
    .execute();
}

/** The revenue account for a job in the ledger. */
export function incomeOf(job: Pick<JobRow, 'job_type'>): string {
  return `revenue:${job.job_type}`;
}

/** Spends the promo codes and hours reserved for jobs that are now paid. Their rows are locked. */
export async function spendReductions(tx: Tx, jobs: readonly JobRow[]): Promise<void> {
  const coded = idsWithPromo(jobs);
  if (coded.length > 0) await markPromosUsed(tx, 'job', coded);
  for (const job of jobs) if (job.credits_used > 0) await spendCredits(tx, job.id, incomeOf(job));
}

/**
 * Returns the promo codes and hours reserved for held jobs. Their rows are locked; from now on they cost their list
 * price (`listPriceOfJob`). Promo codes before hours, as in the global lock order.
 */
export async function giveBackReductions(tx: Tx, jobs: readonly JobRow[]): Promise<void> {
  const coded = idsWithPromo(jobs);
  if (coded.length > 0) await releasePromos(tx, 'job', coded);
  for (const job of jobs) if (job.credits_used > 0) await returnCredits(tx, job.id);
}

/** The job's price once promo code and hours are returned; empty if it has none. */
export function listPriceOfJob(job: JobRow): JobFields {
  if (promoOf(job.price) === null && creditsIn(job.price) === 0) return {};
  const price = listQuote(job.price);
  return { price: JSON.stringify(price), amount_to_pay: price.total, credits_used: 0 };
}

function idsWithPromo(jobs: readonly JobRow[]): string[] {
  return jobs.filter((job) => promoOf(job.price) !== null).map((job) => job.id);
}

/** Refunds part of the card payments of a locked job, newest payment first. */
export async function refundDifference(
  tx: Tx,
  jobId: string,
  { cents, reason }: { readonly cents: Cents; readonly reason: string },
): Promise<Refusal<'not_found' | 'not_refundable' | 'payment_disputed' | 'refund_too_much'> | null> {
  const shares = shareOut(cents, await paidForJob(tx, jobId));
  if (shares === null) {
    const detail =
      'Less than that is left of what was paid by card. Keep the price as it is, and give the rest back by hand.';
    return refuse('not_refundable', { detail });
  }
  // By id, the global lock order of payments.
  for (const share of shares.toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1))) {
    const parts = [{ jobId, cents: share.cents }];
    const refunded = await refundPayment(tx, {
      transactionId: share.transactionId,
      parts,
      to: 'card',
      reason,
    });
    if (isRefusal(refunded)) return refunded;
    await insertPriceChange(tx, { jobId, cents: -share.cents, transactionId: refunded.transactionId });
  }
  return null;
}

interface Share {
  readonly transactionId: string;
  readonly cents: Cents;
}

/** Null if the payments do not cover the amount. */
function shareOut(cents: Cents, payments: readonly Share[]): Share[] | null {
  const shares: Share[] = [];
  let left = cents;
  for (const { transactionId, cents: paid } of payments) {
    if (left > 0) shares.push({ transactionId, cents: Math.min(left, paid) });
    left -= Math.min(left, paid);
  }
  return left === 0 ? shares : null;
}
