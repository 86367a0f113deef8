import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';
import { UNPAID } from '../rules/status.ts';

/** The number of a customer's jobs that wait for payment. Registered for `checkstatus`, in a lower-level feature. */
export async function countPendingJobs(ctx: Context, customerId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('job')
    .select(sql<number>`count(*)`.as('jobs'))
    .where('customer_id', '=', customerId)
    .where('status', 'in', [...UNPAID])
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.jobs;
}
