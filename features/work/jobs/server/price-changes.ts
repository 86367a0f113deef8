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
  readonly jobID: string;
  /** Positive: charged. Negative: refunded. */
  readonly cents: Cents;
  readonly transactionID: string;
}

async function insertPriceChange(tx: Tx, { jobID, cents, transactionID }: PriceChangeRow): Promise<void> {
  await tx.db
    .insertInto('job_price_change')
    .values({
      id: tx.newID(),
      jobID,
      cents,
      transactionID,
      createdAt: tx.clock.now().toString(),
    })
    .execute();
}

interface ChargedUpdate {
  readonly id: string;
  readonly jobID: string;
  readonly cents: Cents;
  readonly attemptID: string;
  readonly change: unknown;
}

/** Stores an update that is only applied once its charge has succeeded. */
export async function insertChargedUpdate(tx: Tx, update: ChargedUpdate): Promise<void> {
  await tx.db
    .insertInto('job_price_change')
    .values({
      id: update.id,
      jobID: update.jobID,
      cents: update.cents,
      attemptID: update.attemptID,
      change: JSON.stringify(update.change),
      createdAt: tx.clock.now().toString(),
    })
    .execute();
}

/** An update with a charge, by id; null if there is none. */
export async function findChargedUpdate({ db }: Context, id: string) {
  const row = await db.selectFrom('job_price_change').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Whether a charge for an update of this job is still open. */
export async function hasOpenCharge({ db }: Context, jobID: string): Promise<boolean> {
  const row = await db
    .selectFrom('job_price_change')
    .select('id')
    .where('jobID', '=', jobID)
    .where('transactionID', 'is', null)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Closes an update: with a transaction if the charge succeeded and the update was applied, without one if it was
 * dropped.
 */
export async function closeChargedUpdate(tx: Tx, id: string, transactionID: string | null): Promise<void> {
  const outcome = transactionID === null ? { endedAt: tx.clock.now().toString() } : { transactionID };
  await tx.db
    .updateTable('job_price_change')
    .set({ ...outcome, change: null })
    .where('id', '=', id)
    .execute();
}

/** The revenue account for a job in the ledger. */
export function incomeOf(job: Pick<JobRow, 'jobType'>): string {
  return `revenue:${job.jobType}`;
}

/** Spends the promo codes and hours reserved for jobs that are now paid. Their rows are locked. */
export async function spendReductions(tx: Tx, jobs: readonly JobRow[]): Promise<void> {
  const coded = idsWithPromo(jobs);
  if (coded.length > 0) await markPromosUsed(tx, 'job', coded);
  for (const job of jobs) if (job.creditsUsed > 0) await spendCredits(tx, job.id, incomeOf(job));
}

/**
 * Returns the promo codes and hours reserved for held jobs. Their rows are locked; from now on they cost their list
 * price (`listPriceOfJob`). Promo codes before hours, as in the global lock order.
 */
export async function giveBackReductions(tx: Tx, jobs: readonly JobRow[]): Promise<void> {
  const coded = idsWithPromo(jobs);
  if (coded.length > 0) await releasePromos(tx, 'job', coded);
  for (const job of jobs) if (job.creditsUsed > 0) await returnCredits(tx, job.id);
}

/** The job's price once promo code and hours are returned; empty if it has none. */
export function listPriceOfJob(job: JobRow): JobFields {
  if (promoOf(job.price) === null && creditsIn(job.price) === 0) return {};
  const price = listQuote(job.price);
  return { price: JSON.stringify(price), amountToPay: price.total, creditsUsed: 0 };
}

function idsWithPromo(jobs: readonly JobRow[]): string[] {
  return jobs.filter((job) => promoOf(job.price) !== null).map((job) => job.id);
}

/** Refunds part of the card payments of a locked job, newest payment first. */
export async function refundDifference(
  tx: Tx,
  jobID: string,
  { cents, reason }: { readonly cents: Cents; readonly reason: string },
): Promise<Refusal<'not_found' | 'not_refundable' | 'payment_disputed' | 'refund_too_much'> | null> {
  const shares = shareOut(cents, await ofPriceFirst(tx, await paidForJob(tx, jobID)));
  if (shares === null) {
    const detail =
      'Less than that is left of what was paid by card. Keep the price as it is, and give the rest back by hand.';
    return refuse('not_refundable', { detail });
  }
  // By id, the global lock order of payments.
  for (const share of shares.toSorted((a, b) => (a.transactionID < b.transactionID ? -1 : 1))) {
    const parts = [{ jobID, cents: share.cents }];
    const refunded = await refundPayment(tx, {
      transactionID: share.transactionID,
      parts,
      to: 'card',
      reason,
    });
    if (isRefusal(refunded)) return refunded;
    await insertPriceChange(tx, { jobID, cents: -share.cents, transactionID: refunded.transactionID });
  }
  return null;
}

/** The payments of the visit's price before those of its extra charges. */
async function ofPriceFirst(tx: Tx, payments: readonly Share[]): Promise<Share[]> {
  const ids = payments.map(({ transactionID }) => transactionID);
  const rows =
    ids.length === 0
      ? []
      : await tx.db
          .selectFrom('job_charge')
          .select('transactionID')
          .where('transactionID', 'in', ids)
          .execute();
  const charges = new Set(rows.map(({ transactionID }) => transactionID));
  const isOfCharge = ({ transactionID }: Share) => charges.has(transactionID);
  return [...payments.filter((payment) => !isOfCharge(payment)), ...payments.filter(isOfCharge)];
}

interface Share {
  readonly transactionID: string;
  readonly cents: Cents;
}

/** Null if the payments do not cover the amount. */
function shareOut(cents: Cents, payments: readonly Share[]): Share[] | null {
  const shares: Share[] = [];
  let left = cents;
  for (const { transactionID, cents: paid } of payments) {
    if (left > 0) shares.push({ transactionID, cents: Math.min(left, paid) });
    left -= Math.min(left, paid);
  }
  return left === 0 ? shares : null;
}
