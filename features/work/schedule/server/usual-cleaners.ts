import { sql } from 'kysely';
import { may, ownIDFor } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { excludeOwnBooking } from '../rules/policy.ts';

/** The number of a customer's latest visits that are considered. */
const REMEMBERED_VISITS = 20;

/** The cleaners of this customer's past and upcoming visits, latest first. Holds do not count. */
export async function usualCleaners(ctx: Context, customerID: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('cleaner_occupation')
    .select('cleanerID')
    .where('customerID', '=', customerID)
    .where('releasedAt', 'is', null)
    .where('heldUntil', 'is', null)
    .orderBy('startsAt', 'desc')
    .orderBy('id')
    .limit(REMEMBERED_VISITS)
    .execute();
  return [...new Set(rows.map((row) => row.cleanerID))];
}

/** The same for several customers, by customer. */
export async function usualCleanersOf(
  ctx: Context,
  customerIDs: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ customerID: string; cleanerIDs: string[] }>`
    select customer.id as customer_id, array_agg(latest.cleaner_id order by latest.starts_at desc, latest.id) as cleaner_ids
    from unnest(${[...new Set(customerIDs)]}::uuid[]) as customer (id)
    cross join lateral (
      select id, cleaner_id, starts_at from cleaner_occupation
      where customer_id = customer.id and released_at is null and held_until is null
      order by starts_at desc, id limit ${REMEMBERED_VISITS}) as latest
    group by customer.id`.execute(ctx.db);
  return new Map(rows.map((row) => [row.customerID, [...new Set(row.cleanerIDs)]]));
}

/**
 * The job whose time counts as free for this actor: any for the office, their own for a customer. Other jobs are
 * ignored as if they did not exist.
 */
export async function excludableJobs(ctx: Context, jobID: string | undefined): Promise<readonly string[]> {
  if (jobID === undefined) return [];
  if (may(ctx.actor, excludeOwnBooking)) return [jobID];
  const ownID = ownIDFor(ctx.actor, excludeOwnBooking);
  if (ownID === null) return [];
  const own = await ctx.db
    .selectFrom('cleaner_occupation')
    .select('jobID')
    .where('jobID', '=', jobID)
    .where('customerID', '=', ownID)
    .where('releasedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return own === undefined ? [] : [jobID];
}
