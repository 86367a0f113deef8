import { may, ownIdFor } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { excludeOwnBooking } from '../rules/policy.ts';

/** The number of a customer's latest visits that are considered. */
const REMEMBERED_VISITS = 20;

/** The cleaners of this customer's past and upcoming visits, latest first. Holds do not count. */
export async function usualCleaners(ctx: Context, customerId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('cleaner_occupation')
    .select('cleaner_id')
    .where('customer_id', '=', customerId)
    .where('released_at', 'is', null)
    .where('held_until', 'is', null)
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(REMEMBERED_VISITS)
    .execute();
  return [...new Set(rows.map((row) => row.cleaner_id))];
}

/**
 * The job whose time counts as free for this actor: any for the office, their own for a customer. Other jobs are
 * ignored as if they did not exist.
 */
export async function excludableJobs(ctx: Context, jobId: string | undefined): Promise<readonly string[]> {
  if (jobId === undefined) return [];
  if (may(ctx.actor, excludeOwnBooking)) return [jobId];
  const ownId = ownIdFor(ctx.actor, excludeOwnBooking);
  if (ownId === null) return [];
  const own = await ctx.db
    .selectFrom('cleaner_occupation')
    .select('job_id')
    .where('job_id', '=', jobId)
    .where('customer_id', '=', ownId)
    .where('released_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return own === undefined ? [] : [jobId];
}
