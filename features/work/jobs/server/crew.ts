import { type RawBuilder, sql } from 'kysely';
import { freeCleaners } from '#features/work/schedule/rules/choose-crew.ts';
import { notBookableMessage, whyNotBookable } from '#features/work/schedule/rules/opening.ts';
import {
  type Overridden,
  overriddenIn,
  type Plan,
  planVisit,
  rankedFor,
} from '#features/work/schedule/rules/plan-visit.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import {
  explainNamed,
  findAlternatives,
  planStarts,
  readTimeSettings,
  type VisitQuery,
} from '#features/work/schedule/server/index.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inPositions } from '../rules/crew.ts';
import { openingOfJob } from '../rules/job-opening.ts';
import { chooseCrew } from '../rules/policy.ts';
import { GOING_AHEAD } from '../rules/status.ts';
import { timesOfOtherVisits } from './day-visits.ts';
import type { VisitToPlan } from './decide-update.ts';
import type { JobRow } from './job-rows.ts';

const SPARE_CLEANERS = 3;

/** The planned time and crew of an updated visit, as plain data. */
export interface PlannedUpdate {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** Requirements for the cleaners to be found, not counting those who stay. */
  readonly need: VisitRequirements;
  readonly named: readonly string[];
  readonly overridesSoftRules: boolean;
  /** The named cleaners for whom soft rules are overridden. */
  readonly overridden: readonly Overridden[];
  readonly staying: readonly string[];
  /** Other possible cleaners, best first. */
  readonly candidates: readonly string[];
  /** The crew by position; stored with a charged update under this name. */
  readonly places: readonly string[];
  /** The crew, unless one of them is booked meanwhile. */
  readonly crew: readonly string[];
}

/** Finds the crew of an updated visit; refuses with `slot_taken` and the alternatives. */
export async function planCrew(
  ctx: Context,
  job: JobRow,
  visit: VisitToPlan,
): Promise<PlannedUpdate | Refusal<'slot_taken' | 'not_bookable'>> {
  const query = await queryOf(ctx, job, visit);
  const plan = await planStarts(ctx, query);
  const refused = whyNotOnOffer(job, visit, plan);
  if (refused !== null) return refused;
  const planned = planVisit(plan, visit.start);
  if (planned === null) return slotTaken(ctx, job, { visit, query, plan });
  const { start, staying, positions, overridesSoftRules } = visit;
  const spare = SPARE_CLEANERS + plan.need.numCleaners;
  return {
    start,
    end: start.add({ minutes: visit.need.minutes }),
    need: plan.need,
    named: plan.named,
    overridesSoftRules,
    overridden: overriddenIn(plan, start),
    staying,
    candidates: rankedFor(plan, start)
      .slice(0, spare)
      .map((diary) => diary.cleanerID),
    places: positions,
    crew: inPositions(positions, [...staying, ...planned.crew]),
  };
}

/** Whom to find: the whole crew if the visit itself changes, otherwise only the new members. */
async function queryOf(ctx: Context, job: JobRow, visit: VisitToPlan): Promise<VisitQuery> {
  const query = {
    settings: await readTimeSettings(ctx),
    need: { ...visit.need, numCleaners: visit.seek },
    customerID: job.customerID,
    home: null,
    named: visit.named,
    starts: [visit.start],
    except: visit.staying,
    overridesSoftRules: visit.overridesSoftRules,
  };
  return visit.preferred.length === 0 ? query : { ...query, named: await freeAmong(ctx, query, visit) };
}

/** The crew members who are still available. */
async function freeAmong(
  ctx: Context,
  query: VisitQuery,
  { preferred, start }: VisitToPlan,
): Promise<string[]> {
  const need = { ...query.need, numCleaners: preferred.length };
  const plan = await planStarts(ctx, { ...query, need, named: preferred });
  const free = new Set(
    freeCleaners(plan.diaries, plan.need, start, plan.zone).map((diary) => diary.cleanerID),
  );
  return preferred.filter((id) => free.has(id));
}

/** A new start or length must be one that we offer. */
function whyNotOnOffer(job: JobRow, visit: VisitToPlan, plan: Plan): Refusal<'not_bookable'> | null {
  const { minutes } = visit.need;
  if (!visit.moves && minutes <= minutesOf(job)) return null;
  const opening = openingOfJob(plan.opening, { isOfSeries: job.seriesID !== null });
  const reason = whyNotBookable(visit.start, minutes, opening);
  return reason === null
    ? null
    : refuse('not_bookable', { detail: notBookableMessage(reason, opening), extensions: { reason } });
}

function minutesOf(job: JobRow): number {
  return readDatabaseTime(job.endsAt).since(readDatabaseTime(job.startsAt)).total('minutes');
}

interface Search {
  readonly visit: VisitToPlan;
  readonly query: VisitQuery;
  /** Tells the office why the cleaners it named are not available. */
  readonly plan?: Plan;
}

/** Alternatives for a refused update: other times for the same crew, or other cleaners for a crew change. */
async function slotTaken(
  ctx: Context,
  job: JobRow,
  { visit, query, plan }: Search,
): Promise<Refusal<'slot_taken'>> {
  const who = visit.moves && visit.named.length > 0 ? ('named-only' as const) : ('anybody' as const);
  const isLaterDate = job.seriesID !== null;
  const own = visit.moves ? await timesOfOtherVisits(ctx, { id: job.id, ...visit.home }) : [];
  const sought = { ...query, who, own };
  const alternatives = await findAlternatives(ctx, sought, { start: visit.start, isLaterDate });
  const { detail, extensions } = plan ? await explainNamed(ctx, plan, visit.start) : {};
  return refuse('slot_taken', { ...(detail && { detail }), extensions: { alternatives, ...extensions } });
}

/** The refusal after every retry was lost to another booking. */
export async function slotLost(
  ctx: Context,
  job: JobRow,
  visit: VisitToPlan,
): Promise<Refusal<'slot_taken'>> {
  return slotTaken(ctx, job, { visit, query: await queryOf(ctx, job, visit) });
}

/** The maximum length of a diary entry. */
const LONGEST_ENTRY = '24 hours';

/**
 * Upcoming visits (`job_id`) with a cleaner (`cleaner_id`) who is no longer available: time off or a block was set over
 * the visit, or the cleaner has left. Starts from these few cases instead of scanning all jobs. Time off that overlapped
 * no visit when it was written (`over_visits`) never overlaps one later, because visits cannot be booked there or moved
 * there.
 */
function lostCrew(now: RawBuilder<string>): RawBuilder<unknown> {
  return sql`
    select entry.job_id, entry.cleaner_id from time_off
    join cleaner_occupation as entry on entry.cleaner_id = time_off.cleaner_id
      and entry.starts_at > greatest(time_off.starts_at, ${now}::timestamptz) - ${LONGEST_ENTRY}::interval
      and entry.starts_at < time_off.ends_at and entry.ends_at > time_off.starts_at
    join job as booked on booked.id = entry.job_id
    where time_off.over_visits and time_off.removed_at is null and time_off.ends_at > ${now}
      and (time_off.only_job_type is null or time_off.only_job_type = booked.job_type)
      and entry.kind = 'job' and entry.released_at is null and entry.starts_at > ${now}
    union all
    select entry.job_id, entry.cleaner_id from cleaner
    join cleaner_occupation as entry on entry.cleaner_id = cleaner.id
    where cleaner.trashed_at is not null
      and entry.kind = 'job' and entry.released_at is null and entry.starts_at > ${now}`;
}

/**
 * SQL condition for upcoming jobs that have lost a cleaner.
 *
 * @param jobID the query's reference to the job's id: `job.id`
 */
export function lacksCrew(now: RawBuilder<string>, jobID: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(jobID)} = any(array(select lost.job_id from (${lostCrew(now)}) as lost))`;
}

export function nowOf({ clock }: Context): RawBuilder<string> {
  return sql`${clock.now().toString()}`;
}

export interface MissingCrew {
  readonly jobID: string;
  readonly startTime: string;
  /** The crew position, from 1. */
  readonly position: number;
  readonly cleaner: { readonly id: string; readonly fullname: string };
  /** The cleaner works here no longer. */
  readonly hasLeft: boolean;
}

/** Crew members who can no longer come to visits that go ahead and begin before `until`, earliest first. */
export async function findMissingCrew(ctx: Context, until: Temporal.Instant): Promise<MissingCrew[]> {
  const { rows } = await sql<{
    id: string;
    startsAt: string;
    place: number;
    cleanerID: string;
    firstname: string;
    lastname: string;
    displayName: string;
    hasLeft: boolean;
  }>`
    select distinct job.id, job.starts_at, job_crew.place, lost.cleaner_id,
      cleaner.firstname, cleaner.lastname, cleaner.display_name, cleaner.trashed_at is not null as has_left
    from (${lostCrew(nowOf(ctx))}) as lost
    join job on job.id = lost.job_id
    join job_crew on job_crew.job_id = job.id and job_crew.cleaner_id = lost.cleaner_id
    join cleaner on cleaner.id = lost.cleaner_id
    where job.status in (${sql.join([...GOING_AHEAD])}) and job.stage = 'upcoming' and job.trashed_at is null
      and job.starts_at < ${until.toString()}
    order by job.starts_at, job.id, job_crew.place`.execute(ctx.db);
  return rows.map((row) => ({
    jobID: row.id,
    startTime: wireTime(row.startsAt),
    position: row.place,
    cleaner: { id: row.cleanerID, fullname: fullnameOf({ ...row, displayName: row.displayName }) },
    hasLeft: row.hasLeft,
  }));
}

/** The same as a column, for the office; null for everyone else. */
export function lacksCrewForOffice(ctx: Context): RawBuilder<boolean | null> {
  return may(ctx.actor, chooseCrew) ? lacksCrew(nowOf(ctx), 'job.id') : sql<null>`null::boolean`;
}
