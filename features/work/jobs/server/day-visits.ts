import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OwnTime } from '#features/work/schedule/rules/nearest-free.ts';
import { readDatabaseTime, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import { GOING_AHEAD, UNPAID } from '../rules/status.ts';
import { type JobRow, jobRows } from './job-rows.ts';

/** Half-open. */
export interface TimeRange {
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

export interface DayVisit {
  readonly jobID: string;
  readonly customer: string;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** Of each cleaner. */
  readonly hours: number;
  readonly numCleaners: number;
  readonly area: string | null;
  /** How to get in. */
  readonly access: string;
  /** The customer's first visit. */
  readonly isFirst: boolean;
  readonly crew: readonly DayCrew[];
}

interface DayCrew {
  readonly id: string;
  readonly fullname: string;
  readonly hasSetOut: boolean;
  readonly hasStarted: boolean;
  readonly hasFinished: boolean;
}

interface CrewColumns {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly displayName: string;
  readonly hasSetOut: boolean;
  readonly hasStarted: boolean;
  readonly hasFinished: boolean;
}

const IS_FIRST = sql<boolean>`not exists (select from job as earlier
    where earlier.customer_id = job.customer_id and earlier.starts_at < job.starts_at
      and earlier.status in (${sql.join([...GOING_AHEAD])}) and earlier.trashed_at is null)`;

/** Visits that go ahead and begin in this time, with the clocks of their crews. */
export async function findDayVisits(ctx: Context, { from, until }: TimeRange): Promise<DayVisit[]> {
  const rows = await ctx.db
    .selectFrom('job')
    .innerJoin('customer', 'customer.id', 'job.customer_id')
    .innerJoin('job_crew', 'job_crew.job_id', 'job.id')
    .innerJoin('cleaner', 'cleaner.id', 'job_crew.cleaner_id')
    .leftJoin('area', 'area.id', 'job.address_area_id')
    .select(['job.id', 'job.starts_at', 'job.ends_at', 'job.hours', 'job.num_cleaners'])
    .select(['job.contact_details', 'area.name as area', IS_FIRST.as('isFirst')])
    .select(['customer.firstname', 'customer.lastname', 'customer.display_name as displayName'])
    .select(
      sql<CrewColumns[]>`json_agg(json_build_object(
        'id', cleaner.id, 'firstname', cleaner.firstname, 'lastname', cleaner.lastname,
        'displayName', cleaner.display_name, 'hasSetOut', job_crew.on_the_way_at is not null,
        'hasStarted', job_crew.started_at is not null, 'hasFinished', job_crew.finished_at is not null)
        order by job_crew.place)`.as('crew'),
    )
    .where('job.status', 'in', [...GOING_AHEAD])
    .where('job.trashed_at', 'is', null)
    .where('job.starts_at', '>=', from.toString())
    .where('job.starts_at', '<', until.toString())
    .groupBy(['job.id', 'customer.id', 'area.id'])
    .orderBy('job.starts_at')
    .orderBy('job.id')
    .execute();
  return rows.map((row) => ({
    jobID: row.id,
    customer: fullnameOf(row),
    start: readDatabaseTime(row.starts_at),
    end: readDatabaseTime(row.ends_at),
    hours: row.hours,
    numCleaners: row.num_cleaners,
    area: row.area,
    access: row.contact_details,
    isFirst: row.isFirst,
    crew: row.crew.map((member) => ({
      id: member.id,
      fullname: fullnameOf(member),
      hasSetOut: member.hasSetOut,
      hasStarted: member.hasStarted,
      hasFinished: member.hasFinished,
    })),
  }));
}

/** The visits of a day, held ones included. */
export async function summariseDay(ctx: Context, { from, until }: TimeRange) {
  const goesAhead = sql<boolean>`job.status in (${sql.join([...GOING_AHEAD])})`;
  const isUnpaid = sql<boolean>`job.status in (${sql.join([...UNPAID])})`;
  const row = await ctx.db
    .selectFrom('job')
    .select([
      sql<number>`(count(*) filter (where ${goesAhead}))::int`.as('visits'),
      sql<string | null>`min(job.starts_at) filter (where ${goesAhead})`.as('firstStart'),
      sql<number>`(count(*) filter (where ${isUnpaid}))::int`.as('unpaid'),
      sql<number>`(count(*) filter (where ${goesAhead} and ${IS_FIRST}))::int`.as('firstVisits'),
    ])
    .where('job.status', 'in', ['pending', ...GOING_AHEAD])
    .where('job.trashed_at', 'is', null)
    .where('job.starts_at', '>=', from.toString())
    .where('job.starts_at', '<', until.toString())
    .executeTakeFirstOrThrow();
  return { ...row, firstStart: wireTimeOrNull(row.firstStart) };
}

/** Hours of all cleaners in visits that go ahead and begin in this time, and the part that is done. */
export async function sumVisitHours(
  ctx: Context,
  { from, until }: TimeRange,
): Promise<{ booked: number; worked: number }> {
  const hours = sql`job.hours * job.num_cleaners`;
  return ctx.db
    .selectFrom('job')
    .select([
      sql<number>`coalesce(sum(${hours}), 0)`.as('booked'),
      sql<number>`coalesce(sum(${hours}) filter (where job.stage = 'done'), 0)`.as('worked'),
    ])
    .where('job.status', 'in', [...GOING_AHEAD])
    .where('job.trashed_at', 'is', null)
    .where('job.starts_at', '>=', from.toString())
    .where('job.starts_at', '<', until.toString())
    .executeTakeFirstOrThrow();
}

/** Visits cancelled in this time, and those of them less than 24 hours before their start. */
export async function countCancelled(
  ctx: Context,
  { from, until }: TimeRange,
): Promise<{ visits: number; within24Hours: number }> {
  return ctx.db
    .selectFrom('job_cancellation as cancelled')
    .innerJoin('job', 'job.id', 'cancelled.job_id')
    .select([
      sql<number>`count(*)::int`.as('visits'),
      sql<number>`(count(*) filter (where job.starts_at < cancelled.created_at + interval '24 hours'))::int`.as(
        'within24Hours',
      ),
    ])
    .where('job.status', '=', 'cancelled')
    .where('job.trashed_at', 'is', null)
    .where('cancelled.created_at', '>=', from.toString())
    .where('cancelled.created_at', '<', until.toString())
    .executeTakeFirstOrThrow();
}

/** The next visits of customers that go ahead, by customer: the start of each. */
export async function findNextStarts(
  ctx: Context,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (customerIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('job')
    .select(['customer_id', sql<string>`min(starts_at)`.as('start')])
    .where(sql<boolean>`customer_id = any(${[...customerIds]}::uuid[])`)
    .where('status', 'in', [...GOING_AHEAD])
    .where('trashed_at', 'is', null)
    .where('starts_at', '>', ctx.clock.now().toString())
    .groupBy('customer_id')
    .execute();
  return new Map(rows.map(({ customer_id, start }) => [customer_id, wireTime(start)]));
}

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
interface VisitsToDo {
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

interface HomeOfCustomer {
  readonly customerId: string;
  readonly addressId: string;
}

/** Current and upcoming visits to a customer's home, by start: going ahead, or held for payment. */
export async function findVisitsToHome(
  ctx: Context,
  { customerId, addressId }: HomeOfCustomer,
): Promise<JobRow[]> {
  return jobRows(ctx)
    .where('job.customer_id', '=', customerId)
    .where('job.address_id', '=', addressId)
    .where('job.status', 'in', ['pending', ...GOING_AHEAD])
    .where('job.trashed_at', 'is', null)
    .where('job.ends_at', '>', ctx.clock.now().toString())
    .orderBy('job.starts_at')
    .execute();
}

/** The times of the customer's other visits to the home of a job; a move to them is not offered. */
export async function timesOfOtherVisits(
  ctx: Context,
  job: Pick<JobRow, 'id' | 'customer_id' | 'address_id'>,
  moving: readonly string[] = [job.id],
): Promise<OwnTime[]> {
  const visits = await findVisitsToHome(ctx, { customerId: job.customer_id, addressId: job.address_id });
  return visits
    .filter(({ id }) => !moving.includes(id))
    .map((row) => ({ from: readDatabaseTime(row.starts_at), until: readDatabaseTime(row.ends_at) }));
}
