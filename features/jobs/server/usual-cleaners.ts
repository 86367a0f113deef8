import type { Context } from '#platform/server/context.ts';

/** So many of a customer's last visits say who usually comes. */
const REMEMBERED_VISITS = 20;

/** Who came to this customer, the latest first. */
export async function usualCleaners(ctx: Context, customerId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('job')
    .innerJoin('job_crew', 'job_crew.job_id', 'job.id')
    .select('job_crew.cleaner_id')
    .where('job.customer_id', '=', customerId)
    .where('job.status', '=', 'paid')
    .where('job.trashed_at', 'is', null)
    .orderBy('job.starts_at', 'desc')
    .orderBy('job_crew.place')
    .limit(REMEMBERED_VISITS)
    .execute();
  return [...new Set(rows.map((row) => row.cleaner_id))];
}
