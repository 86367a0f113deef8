import { sql } from 'kysely';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { JOB_HOME_FIELDS } from '#features/people/customers/address-shapes.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { columnsUnder } from '#platform/server/columns.ts';
import type { Context } from '#platform/server/context.ts';
import type { CancellationTerms, Quote } from '../contract/shapes.ts';
import { type JobStatus, UNPAID } from '../rules/status.ts';

/** The columns of the home at the time of booking. */
export const JOB_HOME = columnsUnder('address', ...JOB_HOME_FIELDS);

/** A crew member in a job's row. Times as PostgreSQL formats them. */
export interface CrewRow {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly displayName: string;
  readonly profilePhoto: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

const crewOf = sql<CrewRow[]>`(
  select coalesce(json_agg(json_build_object(
      'id', cleaner.id, 'firstname', cleaner.firstname, 'lastname', cleaner.lastname,
      'displayName', cleaner.display_name, 'profilePhoto', cleaner.profile_photo,
      'startedAt', job_crew.started_at::text, 'finishedAt', job_crew.finished_at::text
    ) order by job_crew.place), '[]')
  from job_crew join cleaner on cleaner.id = job_crew.cleaner_id
  where job_crew.job_id = job.id)`;

const checklistOf = sql<{ ticked: number; items: number }>`lateral (
  select count(done_at) as ticked, count(*) as items from job_checklist_item where job_id = job.id)`;

/** A hold with a due date (pay later) never expires. */
const heldUntil = sql<string | null>`case when job_hold.due_on is null then job_hold.expires_at end`;

/** Columns whose generated types are too wide. */
interface JobColumns {
  readonly job_type: JobType;
  readonly status: JobStatus;
  readonly cleaner_type: 'any' | 'preferred';
  readonly price: Quote;
  readonly policy: CancellationTerms;
}

/** Jobs with everything a reply shows: crew, customer, package, hold and checklist progress. */
export function jobRows({ db }: Context) {
  return db
    .selectFrom('job')
    .innerJoin('customer', 'customer.id', 'job.customer_id')
    .innerJoin('package', 'package.id', 'job.package_id')
    .leftJoin('area', 'area.id', 'job.address_area_id')
    .leftJoin('job_hold', (join) =>
      join
        .onRef('job_hold.id', '=', 'job.hold_id')
        .on('job_hold.ended_at', 'is', null)
        .on('job.status', 'in', [...UNPAID]),
    )
    .crossJoin(checklistOf.as('checklist'))
    .selectAll('job')
    .$narrowType<JobColumns>()
    .select([
      'customer.firstname as customer_firstname',
      'customer.lastname as customer_lastname',
      'customer.display_name as customer_display_name',
      'customer.mobile as customer_mobile',
      'area.name as area_name',
      'package.supplies_to_be_prepared as package_supplies_to_be_prepared',
      'package.supplies_to_be_prepared_zh as package_supplies_to_be_prepared_zh',
      'job_hold.began_at as hold_began_at',
      'job_hold.first_expires_at as hold_first_expires_at',
      'job_hold.paying_since as hold_paying_since',
      'job_hold.due_on as hold_due_on',
      heldUntil.as('hold_expires_at'),
      crewOf.as('crew'),
      'ticked',
      'items',
    ]);
}

export type JobRow = Awaited<ReturnType<ReturnType<typeof jobRows>['executeTakeFirstOrThrow']>>;

export function customerName(row: JobRow): string {
  return fullnameOf({
    firstname: row.customer_firstname,
    lastname: row.customer_lastname,
    displayName: row.customer_display_name,
  });
}

export async function findJobs(ctx: Context, ids: readonly string[]): Promise<JobRow[]> {
  if (ids.length === 0) return [];
  return jobRows(ctx)
    .where('job.id', 'in', [...ids])
    .orderBy('job.starts_at')
    .orderBy('job.id')
    .execute();
}

/** The address on one line in postal format: `Blk 145 Lorong 2, #08-11, Singapore 310145`. */
export function addressLine(row: JobRow): string {
  const lines = [row.address_line1, row.address_line2, row.address_line3].filter((line) => line !== '');
  return [...lines, `${row.address_country || 'Singapore'} ${row.address_postal}`].join(', ');
}
