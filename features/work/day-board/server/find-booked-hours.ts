import { sql } from 'kysely';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import type { TimeRange } from '#features/work/jobs/server/index.ts';
import type { Context } from '#platform/server/context.ts';

interface Booked {
  readonly jobID: string;
  readonly cleanerID: string;
  /** Business day. */
  readonly date: string;
  readonly hours: number;
}

/** Each crew member of the visits that begin in this time and go ahead or are held. */
export async function findBookedHours(ctx: Context, { from, until }: TimeRange): Promise<readonly Booked[]> {
  const zone = ctx.config.BUSINESS_TZ;
  const { rows } = await sql<Booked>`
    select job.id as "jobID", job_crew.cleaner_id as "cleanerID", job.hours,
      to_char(job.starts_at at time zone ${zone}, 'YYYY-MM-DD') as date
    from job
    join job_crew on job_crew.job_id = job.id
    left join job_hold on job_hold.id = job.hold_id and job.status = 'pending'
    where job.status in ('pending', ${sql.join([...GOING_AHEAD])}) and job.trashed_at is null
      and job.starts_at >= ${from.toString()} and job.starts_at < ${until.toString()}
      and (job.status <> 'pending'
        or (job_hold.ended_at is null and job_hold.expires_at > ${ctx.clock.now().toString()}))`.execute(
    ctx.db,
  );
  return rows;
}
