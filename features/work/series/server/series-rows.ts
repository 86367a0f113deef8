import { type JobRow, jobRows, type SeriesRow } from '#features/work/jobs/server/index.ts';
import { ownIDFor, reachOf } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import type { Pause } from '../rules/endless.ts';
import { changeSeries } from '../rules/policy.ts';

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
