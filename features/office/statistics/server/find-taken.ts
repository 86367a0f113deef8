import { sql } from 'kysely';
import type { PaymentMethod, TransactionType } from '#features/money/payments/rules/transaction.ts';
import { GST_PERCENT, type GstRegistration } from '#platform/kernel/business.ts';
import { dayBounds } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import { sumOf } from '../rules/periods.ts';
import { dateOf, type StatisticsRange } from './statistics-range.ts';

/** Transactions of a day, kind and method. */
export interface TakenRow {
  readonly date: string;
  readonly type: TransactionType;
  readonly method: PaymentMethod;
  readonly count: number;
  /** Negative for refunds. */
  readonly total: Cents;
  /** In `total`, if the business is registered for GST on the day: that of each receipt, rounded as there. */
  readonly gst: Cents;
}

/**
 * Money that came in and went out in a range, by the day of the transaction. Payments with hours of credit are left out:
 * their money was taken when the hours were bought. So is the trash, as in the list of transactions.
 */
export async function findTaken(
  ctx: Context,
  { from, until }: StatisticsRange,
  gst: GstRegistration,
): Promise<TakenRow[]> {
  const isTaxed = sql`moved.created_at >= ${sinceOf(ctx, gst)}`;
  const rows = await ctx.db
    .selectFrom('money_transaction as moved')
    .select([dateOf(ctx, 'moved.createdAt').as('date'), PAID_FOR.as('paidFor'), 'moved.method'])
    .select([
      sql<number>`count(*)`.as('count'),
      sql<Cents>`sum(moved.total)`.as('total'),
      sql<Cents>`coalesce(sum(${GST}) filter (where ${isTaxed}), 0)::int8`.as('gst'),
    ])
    .where('moved.method', '<>', 'credits')
    .where('moved.trashedAt', 'is', null)
    .where('moved.createdAt', '>=', from)
    .where('moved.createdAt', '<', until)
    .groupBy(['date', 'paidFor', 'moved.method'])
    .$narrowType<{ method: PaymentMethod }>()
    .execute();
  return rows.map(({ paidFor: type, ...row }) => ({ ...row, type }));
}

/**
 * The GST in the money taken in a range, in cents. A refund follows the day of its payment: one without GST, from before
 * the registration, is given back without. Null if the business is not registered.
 */
export async function sumGst(
  ctx: Context,
  { from, until }: StatisticsRange,
  { gst, taken }: { readonly gst: GstRegistration; readonly taken: readonly TakenRow[] },
): Promise<{ percent: number; total: Cents } | null> {
  if (!gst.isRegistered) return null;
  const since = sinceOf(ctx, gst);
  const { total: untaxed } = await ctx.db
    .selectFrom('money_transaction as moved')
    .innerJoin('money_transaction as paid', 'paid.id', 'moved.refundOf')
    .select(sql<Cents>`coalesce(sum(${GST}), 0)::int8`.as('total'))
    .where('moved.type', '=', 'refund')
    .where('moved.method', '<>', 'credits')
    .where('moved.trashedAt', 'is', null)
    .where(sql<boolean>`moved.created_at >= greatest(${from}::timestamptz, ${since}::timestamptz)`)
    .where('moved.createdAt', '<', until)
    .where('paid.createdAt', '<', since)
    .executeTakeFirstOrThrow();
  return { percent: GST_PERCENT, total: sumOf(taken, (row) => row.gst) - untaxed };
}

function sinceOf({ config }: Context, { since }: GstRegistration): string {
  return since === null ? '-infinity' : dayBounds(since, config.BUSINESS_TZ).start.toString();
}

/** Money that was recorded by hand for visits was paid for visits, as the list of transactions says. */
const PAID_FOR = sql<TransactionType>`case when moved.type = 'manual' and exists
  (select from payment_allocation as part where part.transaction_id = moved.id) then 'job' else moved.type end`;

/** As `gstInside` of platform/kernel/money.ts: both round halves away from zero. */
const GST = sql<Cents>`round(moved.total * ${sql.lit(GST_PERCENT)} / ${sql.lit(100 + GST_PERCENT)}::numeric)`;
