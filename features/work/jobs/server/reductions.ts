import { returnCredits, spendCredits } from '#features/money/credits/server/index.ts';
import { markPromosUsed, releasePromos } from '#features/money/promo-codes/server/index.ts';
import type { Tx } from '#platform/server/context.ts';
import { creditsIn, listQuote, promoOf } from '../rules/quote.ts';
import type { JobFields } from './change-job.ts';
import type { JobRow } from './job-rows.ts';

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
