import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { totalJobs as call, JobTotals } from '../contract.ts';
import { JOB_STATUSES, type JobStatus } from '../rules/status.ts';
import { filteredJobs } from './list-jobs.ts';

/** What the filtered jobs add up to, by status. */
export async function totalJobs(ctx: Context, query: z.output<typeof call.query>): Promise<JobTotals> {
  const rows = await filteredJobs(ctx, query)
    .select([
      'job.status',
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(job.hours * job.num_cleaners)`.as('hours'),
      sql<number>`sum(job.amount_to_pay)`.as('amount'),
    ])
    .groupBy('job.status')
    .execute();
  const byStatus = rows.map((row) => ({ ...row, status: row.status as JobStatus }));
  return {
    byStatus: byStatus.sort((a, b) => JOB_STATUSES.indexOf(a.status) - JOB_STATUSES.indexOf(b.status)),
  };
}
