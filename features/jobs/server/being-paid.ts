import { type SqlBool, sql } from 'kysely';
import { OPEN } from '#features/payments/rules/attempt.ts';
import type { Context } from '#platform/server/context.ts';

const openStatuses = sql.join(OPEN.map((status) => sql.lit(status)));

/** True for rows of `job` for which a charge is under way, or for the series that they belong to. */
export const whileBeingPaid = sql<SqlBool>`exists (
  select from payment_attempt as attempt
  where attempt.purpose = 'job'
    and attempt.status in (${openStatuses})
    and (attempt.target_id = job.id or (job.series_id is not null and attempt.target_id in (
      select sibling.id from job as sibling where sibling.series_id = job.series_id))))`;

/** Whether a charge for a job, or for its series, is under way: nothing of it may change until that is settled. */
export async function isBeingPaid(ctx: Context, jobId: string): Promise<boolean> {
  const found = ctx.db.selectFrom('job').select('id').where('id', '=', jobId).where(whileBeingPaid);
  return (await found.executeTakeFirst()) !== undefined;
}
