import type { Updateable } from 'kysely';
import type { DB } from '#database/generated.ts';
import type { ChargeWay } from '#features/catalogue/settings/rules/charge-times.ts';
import type { Interval } from '#features/work/schedule/rules/recurrence.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { SeriesVisit } from './change-job.ts';

function seriesRows({ db }: Context) {
  return db
    .selectFrom('job_series')
    .selectAll()
    .$narrowType<{ interval: Interval; visit: SeriesVisit; charged: ChargeWay | null }>();
}

export type SeriesRow = Awaited<ReturnType<ReturnType<typeof seriesRows>['executeTakeFirstOrThrow']>>;

export async function findSeries(ctx: Context, id: string): Promise<SeriesRow | null> {
  return (await seriesRows(ctx).where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * The series with its row locked, before any of its jobs: visits are added, moved and cancelled together one after
 * another.
 */
export async function lockSeries(tx: Tx, id: string): Promise<SeriesRow | null> {
  return (await seriesRows(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** The same, of a visit; null if it is in none. */
export async function lockSeriesOf(tx: Tx, jobID: string): Promise<SeriesRow | null> {
  const job = await tx.db.selectFrom('job').select('seriesID').where('id', '=', jobID).executeTakeFirst();
  return job?.seriesID == null ? null : lockSeries(tx, job.seriesID);
}

/** Its row is locked. */
export async function changeSeries(
  tx: Tx,
  id: string,
  fields: Omit<Updateable<DB['job_series']>, 'id' | 'customerID' | 'createdAt'>,
): Promise<void> {
  await tx.db.updateTable('job_series').set(fields).where('id', '=', id).execute();
}
