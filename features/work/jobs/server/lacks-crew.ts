import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { chooseCrew } from '../rules/policy.ts';
import { GOING_AHEAD } from '../rules/status.ts';

/** The maximum length of a diary entry. */
const LONGEST_ENTRY = '24 hours';

/**
 * Upcoming visits (`job_id`) with a cleaner (`cleaner_id`) who is no longer available: time off or a block was set over
 * the visit, or the cleaner has left. Starts from these few cases instead of scanning all jobs. Time off that overlapped
 * no visit when it was written (`over_visits`) never overlaps one later, because visits cannot be booked there or moved
 * there.
 */
function lostCrew({ clock }: Context): RawBuilder<unknown> {
  const now = clock.now().toString();
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
 * @param jobId the query's reference to the job's id: `job.id`
 */
export function lacksCrew(ctx: Context, jobId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(jobId)} = any(array(select lost.job_id from (${lostCrew(ctx)}) as lost))`;
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
    starts_at: string;
    place: number;
    cleaner_id: string;
    firstname: string;
    lastname: string;
    display_name: string;
    has_left: boolean;
  }>`
    select distinct job.id, job.starts_at, job_crew.place, lost.cleaner_id,
      cleaner.firstname, cleaner.lastname, cleaner.display_name, cleaner.trashed_at is not null as has_left
    from (${lostCrew(ctx)}) as lost
    join job on job.id = lost.job_id
    join job_crew on job_crew.job_id = job.id and job_crew.cleaner_id = lost.cleaner_id
    join cleaner on cleaner.id = lost.cleaner_id
    where job.status in (${sql.join([...GOING_AHEAD])}) and job.stage = 'upcoming' and job.trashed_at is null
      and job.starts_at < ${until.toString()}
    order by job.starts_at, job.id, job_crew.place`.execute(ctx.db);
  return rows.map((row) => ({
    jobID: row.id,
    startTime: wireTime(row.starts_at),
    position: row.place,
    cleaner: { id: row.cleaner_id, fullname: fullnameOf({ ...row, displayName: row.display_name }) },
    hasLeft: row.has_left,
  }));
}

/** The same as a column, for the office; null for everyone else. */
export function lacksCrewForOffice(ctx: Context): RawBuilder<boolean | null> {
  return may(ctx.actor, chooseCrew) ? sql<boolean>`${lacksCrew(ctx, 'job.id')}` : sql<null>`null::boolean`;
}
