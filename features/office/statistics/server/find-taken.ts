import { type RawBuilder, sql } from 'kysely';
import { readBusiness } from '#features/catalogue/settings/server/index.ts';
import type { PaymentMethod, TransactionType } from '#features/money/payments/rules/transaction.ts';
import { GST_PERCENT } from '#platform/kernel/business.ts';
import { dayBounds } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import { dateOf, type StatisticsRange } from './statistics-range.ts';

/** Transactions of a day, kind and method. */
export interface TakenRow {
  readonly date: string;
  readonly type: TransactionType;
  readonly method: PaymentMethod;
  readonly count: number;
  /** Negative for refunds. */
  readonly total: Cents;
}

/**
 * Money that came in and went out in a range, by the day of the transaction. Payments with hours of credit are left out:
 * their money was taken when the hours were bought. So is the trash, as in the list of transactions.
 */
export async function findTaken(ctx: Context, { from, until }: StatisticsRange): Promise<TakenRow[]> {
  return ctx.db
    .selectFrom('money_transaction as moved')
    .select([dateOf(ctx, 'moved.created_at').as('date'), 'moved.type', 'moved.method'])
    .select([sql<number>`count(*)`.as('count'), sql<Cents>`sum(moved.total)`.as('total')])
    .where('moved.method', '<>', 'credits')
    .where('moved.trashed_at', 'is', null)
    .where('moved.created_at', '>=', from)
    .where('moved.created_at', '<', until)
    .groupBy(['date', 'moved.type', 'moved.method'])
    .$narrowType<{ type: TransactionType; method: PaymentMethod }>()
    .execute();
}

/**
 * The GST in the money taken in a range, in cents: that of each receipt, rounded as there. A refund follows the day of its
 * payment: it contains GST if the payment did. Null if the business is not registered.
 */
export async function sumGst(
  ctx: Context,
  { from, until }: StatisticsRange,
): Promise<{ percent: number; total: Cents } | null> {
  const { gst } = await readBusiness(ctx);
  if (!gst.isRegistered) return null;
  const since =
    gst.since === null ? '-infinity' : dayBounds(gst.since, ctx.config.BUSINESS_TZ).start.toString();
  const { total } = await ctx.db
    .selectFrom('money_transaction as moved')
    .leftJoin('money_transaction as paid', 'paid.id', 'moved.refund_of')
    .select(sql<Cents>`coalesce(sum(${gstIn('moved.total')}), 0)::int8`.as('total'))
    .where('moved.method', '<>', 'credits')
    .where('moved.trashed_at', 'is', null)
    .where('moved.created_at', '>=', from)
    .where('moved.created_at', '<', until)
    .where(sql<boolean>`coalesce(paid.created_at, moved.created_at) >= ${since}`)
    .executeTakeFirstOrThrow();
  return { percent: GST_PERCENT, total };
}

/** As `gstInside` of platform/kernel/money.ts: both round halves away from zero. */
function gstIn(column: string): RawBuilder<Cents> {
  return sql<Cents>`round(${sql.ref(column)} * ${sql.lit(GST_PERCENT)} / ${sql.lit(100 + GST_PERCENT)}::numeric)`;
}
