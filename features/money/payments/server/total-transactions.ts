import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { totalTransactions as call, TransactionTotals } from '../contract.ts';
import { METHODS, type PaymentMethod } from '../rules/transaction.ts';
import { filteredTransactions } from './list-transactions.ts';

/** What the filtered transactions add up to, by method in the order of METHODS and in all. */
export async function totalTransactions(
  ctx: Context,
  query: z.output<typeof call.query>,
): Promise<TransactionTotals> {
  const rows = await filteredTransactions(ctx, query)
    .select([
      'paid.method',
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(paid.total) filter (where paid.type <> 'refund'), 0)`.as('taken'),
      sql<number>`coalesce(-sum(paid.total) filter (where paid.type = 'refund'), 0)`.as('refunded'),
    ])
    .groupBy('paid.method')
    .execute();
  const byMethod = rows
    .map(({ method, count, taken, refunded }) => ({
      method: method as PaymentMethod,
      count,
      taken,
      refunded,
      net: taken - refunded,
    }))
    .sort((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method));
  const sumOf = (figure: 'count' | 'taken' | 'refunded' | 'net') =>
    byMethod.reduce((sum, method) => sum + method[figure], 0);
  return {
    count: sumOf('count'),
    taken: sumOf('taken'),
    refunded: sumOf('refunded'),
    net: sumOf('net'),
    byMethod,
  };
}
