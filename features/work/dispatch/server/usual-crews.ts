import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** The number of a customer's latest visits that are considered. */
const REMEMBERED_VISITS = 20;

/** The cleaners whom customers know, latest first, by customer. Upcoming visits count too, holds do not. */
export async function findUsualCrews(
  ctx: Context,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ customer_id: string; cleaner_ids: string[] }>`
    select customer.id as customer_id, array_agg(latest.cleaner_id order by latest.starts_at desc) as cleaner_ids
    from unnest(${[...customerIds]}::uuid[]) as customer (id)
    cross join lateral (
      select cleaner_id, starts_at from cleaner_occupation
      where customer_id = customer.id and released_at is null and held_until is null
      order by starts_at desc, id limit ${REMEMBERED_VISITS}) as latest
    group by customer.id`.execute(ctx.db);
  return new Map(rows.map((row) => [row.customer_id, [...new Set(row.cleaner_ids)]]));
}
