import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** Jobs with unanswered customer messages. */
export async function countUnanswered({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('job_message')
    .select(sql<number>`count(distinct job_id)::int`.as('count'))
    .where('written_by', '=', 'customer')
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
