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
    .innerJoin('customer', 'customer.id', 'job.customerID')
    .innerJoin('job_crew', 'job_crew.jobID', 'job.id')
    .innerJoin('cleaner', 'cleaner.id', 'job_crew.cleanerID')
    .leftJoin('area', 'area.id', 'job.addressAreaID')
    .select(['job.id', 'job.startsAt', 'job.endsAt', 'job.hours', 'job.numCleaners'])
    .select(['job.contactDetails', 'area.name as area', IS_FIRST.as('isFirst')])
    .select(['customer.firstname', 'customer.lastname', 'customer.displayName'])
    .select(
      sql<CrewColumns[]>`json_agg(json_build_object(
        'id', cleaner.id, 'firstname', cleaner.firstname, 'lastname', cleaner.lastname,
        'displayName', cleaner.display_name, 'hasSetOut', job_crew.on_the_way_at is not null,
        'hasStarted', job_crew.started_at is not null, 'hasFinished', job_crew.finished_at is not null)
        order by job_crew.place)`.as('crew'),
    )
    .where('job.status', 'in', [...GOING_AHEAD])
    .where('job.trashedAt', 'is', null)
    .where('job.startsAt', '>=', from.toString())
    .where('job.startsAt', '<', until.toString())
    .groupBy(['job.id', 'customer.id', 'area.id'])
    .orderBy('job.startsAt')
    .orderBy('job.id')
    .execute();
  return rows.map((row) => ({
    jobID: row.id,
    customer: fullnameOf(row),
    start: readDatabaseTime(row.startsAt),
    end: readDatabaseTime(row.endsAt),
    hours: row.hours,
    numCleaners: row.numCleaners,
    area: row.area,
    access: row.contactDetails,
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
    .where('job.trashedAt', 'is', null)
    .where('job.startsAt', '>=', from.toString())
    .where('job.startsAt', '<', until.toString())
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
    .where('job.trashedAt', 'is', null)
    .where('job.startsAt', '>=', from.toString())
    .where('job.startsAt', '<', until.toString())
    .executeTakeFirstOrThrow();
}

/** Visits cancelled in this time, and those of them less than 24 hours before their start. */
export async function countCancelled(
  ctx: Context,
  { from, until }: TimeRange,
): Promise<{ visits: number; within24Hours: number }> {
  return ctx.db
    .selectFrom('job_cancellation as cancelled')
    .innerJoin('job', 'job.id', 'cancelled.jobID')
    .select([
      sql<number>`count(*)::int`.as('visits'),
      sql<number>`(count(*) filter (where job.starts_at < cancelled.created_at + interval '24 hours'))::int`.as(
        'within24Hours',
      ),
    ])
    .where('job.status', '=', 'cancelled')
    .where('job.trashedAt', 'is', null)
    .where('cancelled.createdAt', '>=', from.toString())
    .where('cancelled.createdAt', '<', until.toString())
    .executeTakeFirstOrThrow();
}

/** The next visits of customers that go ahead, by customer: the start of each. */
export async function findNextStarts(
  ctx: Context,
  customerIDs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (customerIDs.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('job')
    .select(['customerID', sql<string>`min(starts_at)`.as('start')])
    .where(sql<boolean>`customer_id = any(${[...customerIDs]}::uuid[])`)
    .where('status', 'in', [...GOING_AHEAD])
    .where('trashedAt', 'is', null)
    .where('startsAt', '>', ctx.clock.now().toString())
    .groupBy('customerID')
    .execute();
  return new Map(rows.map(({ customerID, start }) => [customerID, wireTime(start)]));
}

/** Current and upcoming visits to a home, earliest first. Registered with customers, a lower-level feature. */
export async function visitsAt(
  ctx: Context,
  addressID: string,
): Promise<{ jobID: string; startTime: string }[]> {
  return repliesOf(await visitsAhead(ctx).where('addressID', '=', addressID).execute());
}

/** Current and upcoming visits of a customer, earliest first. Registered with customers, a lower-level feature. */
export async function visitsOf(
  ctx: Context,
  customerID: string,
): Promise<{ jobID: string; startTime: string }[]> {
  return repliesOf(await visitsAhead(ctx).where('customerID', '=', customerID).execute());
}

/** Visits that these cleaners have not started; null: any cleaner. Optionally only some. */
interface VisitsToDo {
  readonly cleanerIDs: readonly string[] | null;
  readonly jobIDs?: readonly string[] | undefined;
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
      .where('job.startsAt', '<', until.toString())
      .where('job.endsAt', '>', from.toString())
      // A visit lasts at most a day, so that an index on its start can be used.
      .where('job.startsAt', '>', from.subtract({ hours: 24 }).toString())
      .orderBy('job.startsAt')
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
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('startsAt').as('firstStart')])
    .where(isToDo(visits))
    .where('startsAt', '>=', from.toString());
  if (until !== null) found = found.where('startsAt', '<', until.toString());
  const { count, firstStart } = await found.executeTakeFirstOrThrow();
  return firstStart === null ? null : { count, firstStart };
}

function isToDo({ cleanerIDs, jobIDs }: VisitsToDo): RawBuilder<SqlBool> {
  const isTheirs = cleanerIDs === null ? sql`true` : sql`theirs.cleaner_id = any(${[...cleanerIDs]}::uuid[])`;
  const isListed = jobIDs === undefined ? sql`true` : sql`job.id = any(${[...jobIDs]}::uuid[])`;
  return sql<SqlBool>`job.status in (${sql.join([...GOING_AHEAD])}) and job.trashed_at is null and ${isListed}
    and exists (
      select from job_crew as theirs
      where theirs.job_id = job.id and theirs.started_at is null and ${isTheirs}
    )`;
}

function visitsAhead({ db, clock }: Context) {
  return db
    .selectFrom('job')
    .select(['id', 'startsAt'])
    .where('status', 'in', ['pending', 'confirmed', 'paid'])
    .where('trashedAt', 'is', null)
    .where('endsAt', '>', clock.now().toString())
    .orderBy('startsAt');
}

function repliesOf(rows: readonly { readonly id: string; readonly startsAt: string }[]) {
  return rows.map((row) => ({ jobID: row.id, startTime: wireTime(row.startsAt) }));
}

interface HomeOfCustomer {
  readonly customerID: string;
  readonly addressID: string;
}

/** Current and upcoming visits to a customer's home, by start: going ahead, or held for payment. */
export async function findVisitsToHome(
  ctx: Context,
  { customerID, addressID }: HomeOfCustomer,
): Promise<JobRow[]> {
  return jobRows(ctx)
    .where('job.customerID', '=', customerID)
    .where('job.addressID', '=', addressID)
    .where('job.status', 'in', ['pending', ...GOING_AHEAD])
    .where('job.trashedAt', 'is', null)
    .where('job.endsAt', '>', ctx.clock.now().toString())
    .orderBy('job.startsAt')
    .execute();
}

type VisitToHome = Pick<JobRow, 'id' | 'customerID' | 'addressID'>;

/** The times of the customer's other visits to the home of a job; a move to them is not offered. */
export async function timesOfOtherVisits(
  ctx: Context,
  job: VisitToHome,
  moving: readonly string[] = [job.id],
): Promise<OwnTime[]> {
  const times = await timesOfVisitsToHomes(ctx, [job]);
  return times.filter(({ jobID }) => !moving.includes(jobID));
}

/** The times of all visits to the homes of these jobs, by the same customers. */
export async function timesOfVisitsToHomes(
  ctx: Context,
  jobs: readonly VisitToHome[],
): Promise<(OwnTime & { readonly jobID: string; readonly addressID: string | null })[]> {
  const customerIDs = [...new Set(jobs.map(({ customerID }) => customerID))];
  const rows = await ctx.db
    .selectFrom('job')
    .select(['id', 'customerID', 'addressID', 'startsAt', 'endsAt'])
    .where(sql<boolean>`customer_id = any(${customerIDs}::uuid[])`)
    .where('status', 'in', ['pending', ...GOING_AHEAD])
    .where('trashedAt', 'is', null)
    .where('endsAt', '>', ctx.clock.now().toString())
    .orderBy('startsAt')
    .execute();
  const homes = new Set(jobs.map(({ customerID, addressID }) => `${customerID} ${addressID}`));
  return rows
    .filter(({ customerID, addressID }) => homes.has(`${customerID} ${addressID}`))
    .map(({ id, addressID, startsAt, endsAt }) => ({
      jobID: id,
      addressID,
      from: readDatabaseTime(startsAt),
      until: readDatabaseTime(endsAt),
    }));
}
