import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { Context } from '#platform/server/context.ts';
import { type FindRate, rateFinder } from '../rules/rates.ts';

/** All rates in the order in which they were saved. */
export async function readRates({ db }: Context) {
  return db.selectFrom('pay_rate').selectAll().orderBy('created_at').orderBy('id').execute();
}

export type RateRow = Awaited<ReturnType<typeof readRates>>[number];

/** Finds the rate of a visit, by the rates saved so far. */
export async function readRateFinder(ctx: Context): Promise<FindRate> {
  return rateFinder((await readRates(ctx)).map(toRate));
}

export function toRate(row: RateRow) {
  return {
    cleanerId: row.cleaner_id,
    jobType: row.job_type as JobType | null,
    centsPerHour: row.cents_per_hour,
    validFrom: row.valid_from,
  };
}
