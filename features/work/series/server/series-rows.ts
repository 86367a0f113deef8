import type { ChargeWay } from '#features/catalogue/settings/rules/charge-times.ts';
import { type JobRow, jobRows, type SeriesVisit } from '#features/work/jobs/server/index.ts';
import type { Interval } from '#features/work/schedule/rules/recurrence.ts';
import { ownIDFor, reachOf } from '#platform/kernel/policy.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { Pause } from '../rules/endless.ts';
import { changeSeries } from '../rules/policy.ts';

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

/** Whether visits are added to it. Until the customer has agreed to the charges, it has those that it was booked with. */
export function isEndless({ count, agreedAt, endedAt }: SeriesRow): boolean {
  return count === null && agreedAt !== null && endedAt === null;
}

export async function findPauses({ db }: Context, seriesID: string): Promise<Pause[]> {
  const rows = await db
    .selectFrom('series_pause')
    .select(['firstDay', 'lastDay'])
    .where('seriesID', '=', seriesID)
    .orderBy('firstDay')
    .execute();
  return rows.map(({ firstDay, lastDay }) => ({
    firstDay: Temporal.PlainDate.from(firstDay),
    lastDay: Temporal.PlainDate.from(lastDay),
  }));
}

/** Its visits from a time on, whatever their state; if there are none, the last one. Earliest first. */
export async function visitsOfSeries(
  ctx: Context,
  seriesID: string,
  from: Temporal.Instant,
): Promise<JobRow[]> {
  const visits = jobRows(ctx).where('job.seriesID', '=', seriesID).where('job.status', '<>', 'expired');
  const recent = await visits
    .where('job.startsAt', '>=', from.toString())
    .orderBy('job.startsAt')
    .orderBy('job.id')
    .execute();
  return recent.length > 0 ? recent : visits.orderBy('job.startsAt', 'desc').limit(1).execute();
}

/** Whether the series is the actor's own, or the actor may change those of all customers. */
export function isOwnSeries({ actor }: Context, { customerID }: Pick<SeriesRow, 'customerID'>): boolean {
  return reachOf(actor, changeSeries) === 'any' || ownIDFor(actor, changeSeries) === customerID;
}
