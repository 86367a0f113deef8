import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { GOING_AHEAD } from '../rules/status.ts';
import type { TimeRange } from './day-visits.ts';
import { type JobRow, jobRows } from './job-rows.ts';

/** Current and upcoming visits to a home, earliest first. Registered with customers, a lower-level feature. */
export async function visitsAt(
  ctx: Context,
  addressId: string,
): Promise<{ jobID: string; startTime: string }[]> {
  return repliesOf(await visitsAhead(ctx).where('address_id', '=', addressId).execute());
}

/** Current and upcoming visits of a customer, earliest first. Registered with customers, a lower-level feature. */
export async function visitsOf(
  ctx: Context,
  customerId: string,
): Promise<{ jobID: string; startTime: string }[]> {
  return repliesOf(await visitsAhead(ctx).where('customer_id', '=', customerId).execute());
}

/** Visits that these cleaners have not started; null: any cleaner. Optionally only some. */
export interface VisitsToDo {
  readonly cleanerIds: readonly string[] | null;
  readonly jobIds?: readonly string[] | undefined;
}

/** Those that go ahead and take place in this time, earliest first. */
export async function findVisitsOfCleaners(
  ctx: Context,
  visits: VisitsToDo,
  { from, until, most }: TimeRange & { readonly most: number },
): Promise<JobRow[]> {
  return (
    jobRows(ctx)
      .where(isToDo(visits))
      .where('job.starts_at', '<', until.toString())
      .where('job.ends_at', '>', from.toString())
      // A visit lasts at most a day, so that an index on its start can be used.
      .where('job.starts_at', '>', from.subtract({ hours: 24 }).toString())
      .orderBy('job.starts_at')
      .orderBy('job.id')
      .limit(most)
      .execute()
  );
}

/** How many of those that go ahead begin in this time, and the start of the first one; null if there are none. */
export async function countVisitsOfCleaners(
  { db }: Context,
  visits: VisitsToDo,
  { from, until = null }: { readonly from: Temporal.Instant; readonly until?: Temporal.Instant | null },
): Promise<{ readonly count: number; readonly firstStart: string } | null> {
  let found = db
    .selectFrom('job')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('starts_at').as('firstStart')])
    .where(isToDo(visits))
    .where('starts_at', '>=', from.toString());
  if (until !== null) found = found.where('starts_at', '<', until.toString());
  const { count, firstStart } = await found.executeTakeFirstOrThrow();
  return firstStart === null ? null : { count, firstStart };
}

function isToDo({ cleanerIds, jobIds }: VisitsToDo): RawBuilder<SqlBool> {
  const isTheirs = cleanerIds === null ? sql`true` : sql`theirs.cleaner_id = any(${[...cleanerIds]}::uuid[])`;
  const isListed = jobIds === undefined ? sql`true` : sql`job.id = any(${[...jobIds]}::uuid[])`;
  return sql<SqlBool>`job.status in (${sql.join([...GOING_AHEAD])}) and job.trashed_at is null and ${isListed}
    and exists (
      select from job_crew as theirs
      where theirs.job_id = job.id and theirs.started_at is null and ${isTheirs}
    )`;
}

function visitsAhead({ db, clock }: Context) {
  return db
    .selectFrom('job')
    .select(['id', 'starts_at'])
    .where('status', 'in', ['pending', 'confirmed', 'paid'])
    .where('trashed_at', 'is', null)
    .where('ends_at', '>', clock.now().toString())
    .orderBy('starts_at');
}

function repliesOf(rows: readonly { readonly id: string; readonly starts_at: string }[]) {
  return rows.map((row) => ({ jobID: row.id, startTime: wireTime(row.starts_at) }));
}
