import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** Payment problems that nobody has resolved. */
export async function countOpenAlarms({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('payment_alarm')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
