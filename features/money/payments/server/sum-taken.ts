import { sql } from 'kysely';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';

/** Money taken in this time, less refunds. Payments with hours of credit were taken when the hours were bought. */
export async function sumTaken(
  { db }: Context,
  { from, until }: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
): Promise<Cents> {
  const { cents } = await db
    .selectFrom('money_transaction')
    .select(sql<Cents>`coalesce(sum(total), 0)::int`.as('cents'))
    .where('created_at', '>=', from.toString())
    .where('created_at', '<', until.toString())
    .where('method', '<>', 'credits')
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return cents;
}
