import { may, ownIdFor } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { excludeOwnBooking } from '../rules/policy.ts';

/** So many of a customer's last visits say who usually comes. */
const REMEMBERED_VISITS = 20;

/** Who came, or is booked to come, to this customer: the latest first. Holds do not count. */
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
 * The job whose time counts as free for this person: any for the office, their own for a customer. Somebody else's is
 * not left out, as if there were none.
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
