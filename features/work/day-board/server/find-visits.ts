import { sql } from 'kysely';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { GOING_AHEAD, type JobStatus } from '#features/work/jobs/rules/status.ts';
import type { TimeRange } from '#features/work/jobs/server/index.ts';
import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import type { BoardVisit } from '../contract.ts';

interface CrewColumns {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly displayName: string;
  /** As PostgreSQL formats them. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** Members are missing, and travel, as far as the rest of the board says so. */
type FoundVisit = Omit<BoardVisit, 'crew'> & { readonly crew: readonly FoundMember[] };
type FoundMember = Pick<BoardVisit['crew'][number], 'id' | 'fullname' | 'startedAt' | 'finishedAt'>;

/** The visits that begin in this time and go ahead or are held, by start. */
export async function findVisits(ctx: Context, { from, until }: TimeRange): Promise<FoundVisit[]> {
  const rows = await ctx.db
    .selectFrom('job')
    .innerJoin('customer', 'customer.id', 'job.customer_id')
    .leftJoin('area', 'area.id', 'job.address_area_id')
    .leftJoin('job_hold', (join) =>
      join.onRef('job_hold.id', '=', 'job.hold_id').on('job.status', '=', 'pending'),
    )
    .select(['job.id', 'job.number', 'job.version', 'job.address_postal', 'job.starts_at', 'job.ends_at'])
    .select(['job.hours', 'job.series_id', 'job.num_cleaners', 'job.address_has_pets'])
    .select(['job.address_gender_preference', 'job.special_requests', 'job.contact_details'])
    .select(['customer.firstname', 'customer.lastname', 'customer.display_name as displayName'])
    .select(['customer.mobile', 'area.name as area', 'job_hold.expires_at'])
    .select([
      sql<JobType>`job.job_type`.as('job_type'),
      sql<JobStatus>`job.status`.as('status'),
      sql<BoardVisit['stage']>`job.stage`.as('stage'),
      sql<boolean>`not exists (select from job as earlier
        where earlier.customer_id = job.customer_id and earlier.starts_at < job.starts_at
          and earlier.status in (${sql.join([...GOING_AHEAD])}) and earlier.trashed_at is null)`.as(
        'isFirst',
      ),
      sql<CrewColumns[]>`(
        select coalesce(json_agg(json_build_object(
            'id', cleaner.id, 'firstname', cleaner.firstname, 'lastname', cleaner.lastname,
            'displayName', cleaner.display_name,
            'startedAt', job_crew.started_at::text, 'finishedAt', job_crew.finished_at::text
          ) order by job_crew.place), '[]')
        from job_crew join cleaner on cleaner.id = job_crew.cleaner_id
        where job_crew.job_id = job.id)`.as('crew'),
    ])
    .where('job.status', 'in', ['pending', ...GOING_AHEAD])
    .where('job.trashed_at', 'is', null)
    .where('job.starts_at', '>=', from.toString())
    .where('job.starts_at', '<', until.toString())
    .where((eb) =>
      eb.or([
        eb('job.status', '<>', 'pending'),
        eb.and([
          eb('job_hold.ended_at', 'is', null),
          eb('job_hold.expires_at', '>', ctx.clock.now().toString()),
        ]),
      ]),
    )
    .orderBy('job.starts_at')
    .orderBy('job.id')
    .execute();
  return rows.map((row) => ({
    jobID: row.id,
    number: row.number,
    version: row.version,
    customer: { fullname: fullnameOf(row), mobile: row.mobile },
    area: row.area ?? '',
    postal: row.address_postal,
    jobType: row.job_type,
    startTime: wireTime(row.starts_at),
    endTime: wireTime(row.ends_at),
    hours: row.hours,
    status: row.status,
    stage: row.stage,
    holdExpiresAt: wireTimeOrNull(row.expires_at),
    seriesID: row.series_id,
    numCleaners: row.num_cleaners,
    crew: row.crew.map((member) => ({
      id: member.id,
      fullname: fullnameOf(member),
      startedAt: wireTimeOrNull(member.startedAt),
      finishedAt: wireTimeOrNull(member.finishedAt),
    })),
    hasPets: row.address_has_pets,
    genderPreference: row.address_gender_preference,
    specialRequests: row.special_requests,
    contactDetails: row.contact_details,
    isFirst: row.isFirst,
  }));
}
