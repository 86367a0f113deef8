import { type Expression, type SqlBool, sql } from 'kysely';
import { jobNumberIn } from '#features/work/jobs/rules/job-number.ts';
import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import type { Context } from '#platform/server/context.ts';
import type { SearchReply } from '../contract.ts';
import { MAX_RESULTS } from '../rules/limits.ts';

type Job = SearchReply['jobs'][number];

/**
 * The job with the number, in whatever state; then those at the postal code or of the customers that go ahead or are to
 * be paid: upcoming ones first, nearest first.
 */
export async function findJobs(ctx: Context, q: string, customerIDs: readonly string[]): Promise<Job[]> {
  const number = jobNumberIn(q);
  const numbered = number === null ? [] : await selectJobs(ctx).where('job.number', '=', number).execute();
  const others = await findOthers(ctx, q, customerIDs);
  const ids = numbered.map(({ id }) => id);
  const rows = [...numbered, ...others.filter(({ id }) => !ids.includes(id))];
  return rows.slice(0, MAX_RESULTS).map(toJob);
}

async function findOthers(ctx: Context, q: string, customerIDs: readonly string[]) {
  const isPostal = POSTAL_CODE.test(q);
  if (!isPostal && customerIDs.length === 0) return [];
  const now = ctx.clock.now().toString();
  return selectJobs(ctx)
    .where('job.status', 'in', ['pending', ...GOING_AHEAD])
    .where(({ eb, or }) => {
      const matches: Expression<SqlBool>[] = [];
      if (isPostal) matches.push(eb('job.addressPostal', '=', q));
      if (customerIDs.length > 0) matches.push(eb('job.customerID', 'in', [...customerIDs]));
      return or(matches);
    })
    .orderBy(sql`job.ends_at < ${now}`)
    .orderBy(sql`abs(extract(epoch from job.starts_at - ${now}::timestamptz))`)
    .orderBy('job.id')
    .limit(MAX_RESULTS)
    .execute();
}

function selectJobs(ctx: Context) {
  return ctx.db
    .selectFrom('job')
    .innerJoin('customer', 'customer.id', 'job.customerID')
    .where('job.trashedAt', 'is', null)
    .select([
      'job.id',
      'job.number',
      'job.startsAt',
      'job.addressPostal',
      'job.jobType',
      'job.status',
      'job.stage',
      'customer.firstname',
      'customer.lastname',
      'customer.displayName',
    ]);
}

type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['execute']>>[number];

function toJob(row: JobRow): Job {
  return {
    id: row.id,
    number: row.number,
    customer: fullnameOf(row),
    startTime: wireTime(row.startsAt),
    postal: row.addressPostal,
    jobType: row.jobType as Job['jobType'],
    status: row.status as Job['status'],
    stage: row.stage as Job['stage'],
  };
}
