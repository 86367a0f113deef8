import { returnCredits, spendCredits } from '#features/money/credits/server/index.ts';
import { markPromosUsed, releasePromos } from '#features/money/promo-codes/server/index.ts';
import type { Tx } from '#platform/server/context.ts';
import { creditsIn, listQuote, promoOf } from '../rules/quote.ts';
import type { JobFields } from './change-job.ts';
import type { JobRow } from './job-rows.ts';

/** The ledger account that earns a job's money. */
export function incomeOf(job: Pick<JobRow, 'job_type'>): string {
  return `revenue:${job.job_type}`;
}

/** Jobs are paid: the promo codes and the hours that were kept for them are used. Their rows are locked. */
export async function spendReductions(tx: Tx, jobs: readonly JobRow[]): Promise<void> {
  const coded = idsWithPromo(jobs);
  if (coded.length > 0) await markPromosUsed(tx, 'job', coded);
  for (const job of jobs) if (job.credits_used > 0) await spendCredits(tx, job.id, incomeOf(job));
}

/**
 * Gives back the codes and the hours that held jobs keep. Their rows are locked; they cost their list price from here on
 * (`listPriceOfJob`). Codes before hours: everybody locks them in this order.
 */
export async function giveBackReductions(tx: Tx, jobs: readonly JobRow[]): Promise<void> {
  const coded = idsWithPromo(jobs);
  if (coded.length > 0) await releasePromos(tx, 'job', coded);
  for (const job of jobs) if (job.credits_used > 0) await returnCredits(tx, job.id);
}

/** What a job costs once its code and hours are given back; nothing where it has none. */
export function listPriceOfJob(job: JobRow): JobFields {
  if (promoOf(job.price) === null && creditsIn(job.price) === 0) return {};
  const price = listQuote(job.price);
  return { price: JSON.stringify(price), amount_to_pay: price.total, credits_used: 0 };
}

function idsWithPromo(jobs: readonly JobRow[]): string[] {
  return jobs.filter((job) => promoOf(job.price) !== null).map((job) => job.id);
}
