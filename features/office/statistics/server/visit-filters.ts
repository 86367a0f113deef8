import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { Hours } from '#platform/kernel/money.ts';

/** Which visits are counted; without filters all. */
export interface VisitFilters {
  readonly jobType?: JobType | undefined;
  /** The region of the home. */
  readonly regionID?: string | undefined;
  /** One of the crew. */
  readonly cleanerID?: string | undefined;
}

/** For `job`. */
export function isAsked({ jobType, regionID, cleanerID }: VisitFilters): RawBuilder<SqlBool> {
  const conditions = [
    ...(jobType === undefined ? [] : [sql<SqlBool>`job.job_type = ${jobType}`]),
    ...(regionID === undefined
      ? []
      : [sql<SqlBool>`job.address_area_id = any(array(select id from area where region_id = ${regionID}))`]),
    ...(cleanerID === undefined
      ? []
      : [
          sql<SqlBool>`exists (select from job_crew as mine where mine.job_id = job.id and mine.cleaner_id = ${cleanerID})`,
        ]),
  ];
  return conditions.length === 0 ? sql<SqlBool>`true` : sql.join(conditions, sql` and `);
}

/** Hours of work of a `job`: of its whole crew, or of the cleaner asked for. */
export function workOf({ cleanerID }: VisitFilters): RawBuilder<Hours> {
  return cleanerID === undefined ? sql<Hours>`job.hours * job.num_cleaners` : sql<Hours>`job.hours`;
}
