import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { chooseCrew } from '../rules/policy.ts';

/** The maximum length of a diary entry. */
const LONGEST_ENTRY = '24 hours';

/**
 * SQL condition for upcoming jobs with a cleaner who is no longer available: time off or a block was set over the
 * visit, or the cleaner has left. Starts from these few cases instead of scanning all jobs. Time off that overlapped no
 * visit when it was written (`over_visits`) never overlaps one later, because visits cannot be booked there or moved
 * there.
 *
 * @param jobId the query's reference to the job's id: `job.id`
 */
export function lacksCrew({ clock }: Context, jobId: string): RawBuilder<SqlBool> {
  const now = clock.now().toString();
  return sql<SqlBool>`${sql.ref(jobId)} = any(array(
    select entry.job_id from time_off
    join cleaner_occupation as entry on entry.cleaner_id = time_off.cleaner_id
      and entry.starts_at > greatest(time_off.starts_at, ${now}::timestamptz) - ${LONGEST_ENTRY}::interval
      and entry.starts_at < time_off.ends_at and entry.ends_at > time_off.starts_at
    join job as booked on booked.id = entry.job_id
    where time_off.over_visits and time_off.removed_at is null and time_off.ends_at > ${now}
      and (time_off.only_job_type is null or time_off.only_job_type = booked.job_type)
      and entry.kind = 'job' and entry.released_at is null and entry.starts_at > ${now}
    union all
    select entry.job_id from cleaner
    join cleaner_occupation as entry on entry.cleaner_id = cleaner.id
    where cleaner.trashed_at is not null
      and entry.kind = 'job' and entry.released_at is null and entry.starts_at > ${now}))`;
}

/** The same as a column, for the office; null for everyone else. */
export function lacksCrewForOffice(ctx: Context): RawBuilder<boolean | null> {
  return may(ctx.actor, chooseCrew) ? sql<boolean>`${lacksCrew(ctx, 'job.id')}` : sql<null>`null::boolean`;
}
