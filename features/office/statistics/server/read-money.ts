import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { JOB_TYPES, type JobType } from '#features/catalogue/packages/rules/package.ts';
import { readBusiness } from '#features/catalogue/settings/server/index.ts';
import { UNALLOCATED_RECEIPTS } from '#features/money/payments/rules/accounts.ts';
import type { AlarmKind } from '#features/money/payments/rules/alarm.ts';
import {
  METHODS,
  type PaymentMethod,
  TRANSACTION_TYPES,
  type TransactionType,
  WITHOUT_MONEY,
} from '#features/money/payments/rules/transaction.ts';
import { refundsBefore } from '#features/money/payments/server/index.ts';
import { GST_PERCENT, type GstRegistration } from '#platform/kernel/business.ts';
import { dayBounds } from '#platform/kernel/business-time.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { readMoneyStatistics as call } from '../contract.ts';
import { amountOf, minus, plus } from '../rules/hours-owed.ts';
import { periodsOf, rowsIn, sumOf, sumsOf } from '../rules/periods.ts';
import { findHoursNow, findMovedSince, findReserved, findUnclaimed } from './read-hours-owed.ts';
import {
  dateOf,
  isAsked,
  isDone,
  rangeOf,
  type StatisticsRange,
  visitsDone,
  workOf,
} from './statistics-range.ts';

type Reply = z.output<typeof call.reply>;

/** Money earned by visits, money taken, and what is owed at the end of a range. */
export async function readMoney(
  ctx: Context,
  query: z.output<typeof call.query>,
): Promise<Reply | Refusal<'invalid'>> {
  const range = rangeOf(ctx, query);
  if (isRefusal(range)) return range;
  const earned = await findEarned(ctx, range);
  const { gst } = await readBusiness(ctx);
  const taken = await findTaken(ctx, range, gst);
  return {
    ...range.range,
    earned: sumEarned(earned),
    earnedByService: JOB_TYPES.map((jobType) => {
      const { visits, hours, total } = sumEarned(earned.filter((row) => row.jobType === jobType));
      return { jobType, visits, hours, total };
    }),
    kept: await sumKept(ctx, range),
    taken: sumTaken(taken),
    gst: await sumGst(ctx, range, { gst, taken }),
    // Payments with hours are not money taken.
    takenByMethod: METHODS.filter((method) => method !== 'credits' && method !== 'invoice').map((method) => ({
      method,
      ...sumTaken(taken.filter((row) => row.method === method)),
    })),
    takenByType: TRANSACTION_TYPES.map((type) => {
      const { count, net } = sumTaken(taken.filter((row) => row.type === type));
      return { type, count, total: net };
    }),
    rows: rowsOf(range, earned, taken),
    owedToUs: { visits: await sumOwedToUs(ctx, range) },
    owedByUs: await readOwedByUs(ctx, range),
  };
}

function sumEarned(rows: readonly EarnedRow[]): Reply['earned'] {
  const sums = sumsOf(rows, 'visits', 'hours', 'money', 'hoursValue');
  return { ...sums, total: sums.money + sums.hoursValue };
}

function sumTaken(rows: readonly TakenRow[]): Reply['taken'] {
  const net = sumOf(rows, ({ total }) => total);
  const refunds = -sumOf(
    rows.filter(({ type }) => type === 'refund'),
    ({ total }) => total,
  );
  return { count: sumOf(rows, ({ count }) => count), payments: net + refunds, refunds, net };
}

function rowsOf(
  { days, by }: StatisticsRange,
  earned: readonly EarnedRow[],
  taken: readonly TakenRow[],
): Reply['rows'] {
  const [earnedIn, takenIn] = [rowsIn(earned, by), rowsIn(taken, by)];
  return periodsOf(days, by).map((period) => {
    const { visits, total } = sumEarned(earnedIn(period));
    const { payments, refunds, net } = sumTaken(takenIn(period));
    return { ...period, visits, earned: total, payments, refunds, net };
  });
}

async function readOwedByUs(ctx: Context, range: StatisticsRange): Promise<Reply['owedByUs']> {
  const { asAt } = range;
  const held = minus(amountOf(await findHoursNow(ctx)), amountOf(await findMovedSince(ctx, asAt)));
  const reserved = amountOf(await findReserved(ctx, range));
  const hours = plus(plus(held, reserved), amountOf(await findUnclaimed(ctx, asAt)));
  const unallocated = await sumUnallocated(ctx, range);
  const refundsDue = await sumRefundsDue(ctx, range);
  return { hours, unallocated, refundsDue, total: hours.value + unallocated + refundsDue.total };
}

/* Money earned */

/** Visits of a day and kind that were done. */
interface EarnedRow {
  readonly date: string;
  readonly jobType: JobType;
  readonly visits: number;
  readonly hours: Hours;
  readonly money: Cents;
  readonly hoursValue: Cents;
}

/** What the visits of a range have earned, by day and kind: as `earnedOf` in rules/visits.ts. */
async function findEarned(ctx: Context, range: StatisticsRange): Promise<EarnedRow[]> {
  const visits = await visitsDone(ctx, range)
    .select([dateOf(ctx, 'job.startsAt').as('date'), 'job.jobType'])
    .select([
      sql<number>`count(*)`.as('visits'),
      sql<Hours>`sum(${workOf(range.filters)})`.as('hours'),
      sql<Cents>`sum(job.amount_to_pay)`.as('money'),
    ])
    .groupBy(['date', 'jobType'])
    .$narrowType<{ jobType: JobType }>()
    .execute();
  // Lateral: otherwise the planner reads the uses of all visits, not only those of the range.
  const used = await visitsDone(ctx, range)
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('credit_use as use')
          .innerJoin('credit_lot as lot', 'lot.id', 'use.lotID')
          .select(sql<Cents>`coalesce(sum(use.hours * lot.per_hour * 100), 0)`.as('value'))
          .whereRef('use.jobID', '=', 'job.id')
          .where('use.endedAt', 'is', null)
          .as('used'),
      (join) => join.onTrue(),
    )
    .select([dateOf(ctx, 'job.startsAt').as('date'), 'job.jobType'])
    .select(sql<Cents>`sum(used.value)::int8`.as('value'))
    .where('job.creditsUsed', '>', 0)
    .groupBy(['date', 'jobType'])
    .execute();
  const charged = await visitsDone(ctx, range)
    .innerJoin('job_charge as charge', 'charge.jobID', 'job.id')
    .select([dateOf(ctx, 'job.startsAt').as('date'), 'job.jobType'])
    .select(sql<Cents>`sum(charge.cents)::int8`.as('cents'))
    .where(IS_NOT_WAIVED)
    .groupBy(['date', 'jobType'])
    .execute();
  const charges = new Map(charged.map(({ date, jobType, cents }) => [`${date} ${jobType}`, cents]));
  const values = new Map(used.map(({ date, jobType, value }) => [`${date} ${jobType}`, value]));
  return visits.map((row) => {
    const key = `${row.date} ${row.jobType}`;
    const money = row.money + (charges.get(key) ?? 0);
    return { ...row, money, hoursValue: values.get(key) ?? 0 };
  });
}

const IS_NOT_WAIVED = sql<boolean>`charge.ended_as is distinct from 'waived'`;

/**
 * What was kept of cancelled visits that would have been in the range: fees and other charges, also while they are owed, and
 * forfeited hours at their value.
 */
async function sumKept(
  { db }: Context,
  { from, until, filters }: StatisticsRange,
): Promise<{ count: number; total: Cents }> {
  const forfeited = sql<Cents>`coalesce((
    select sum((use.hours - use.returned) * lot.per_hour * 100) from credit_use as use
    join credit_lot as lot on lot.id = use.lot_id
    where use.job_id = job.id and use.spent_at is not null and use.ended_at is not null), 0)`;
  const fee = sql<Cents>`case when cancelled.fee_charged then 0 else cancelled.fee end`;
  const charged = sql<Cents>`coalesce((
    select sum(charge.cents) from job_charge as charge where charge.job_id = job.id and ${IS_NOT_WAIVED}), 0)`;
  return db
    .selectFrom('job')
    .innerJoin('job_cancellation as cancelled', 'cancelled.jobID', 'job.id')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<Cents>`coalesce(sum(${fee} + ${charged} + ${forfeited}), 0)::int8`.as('total'),
    ])
    .where('job.status', '=', 'cancelled')
    .where('job.trashedAt', 'is', null)
    .where('job.startsAt', '>=', from)
    .where('job.startsAt', '<', until)
    .where(isAsked(filters))
    .where(({ or, eb }) => or([eb('cancelled.fee', '>', 0), eb('cancelled.creditsForfeited', '>', 0)]))
    .executeTakeFirstOrThrow();
}

/* Money taken */

/** Transactions of a day, kind and method. */
interface TakenRow {
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
async function findTaken(
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
    .where('moved.method', 'not in', [...WITHOUT_MONEY])
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
async function sumGst(
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
    .where('moved.method', 'not in', [...WITHOUT_MONEY])
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

const roundedGst = (amount: RawBuilder<number>) =>
  sql<Cents>`round(${amount} * ${sql.lit(GST_PERCENT)} / ${sql.lit(100 + GST_PERCENT)}::numeric)`;

/** As `gstOf` of payments: both round halves away from zero. */
const GST = sql<Cents>`case when moved.refund_of is null then ${roundedGst(sql`moved.total`)}
  else ${roundedGst(sql`(moved.total + ${refundsBefore('moved')})`)} - ${roundedGst(refundsBefore('moved'))} end`;

/* Money owed */

interface Sums {
  readonly count: number;
  readonly total: Cents;
}

/**
 * What customers owe for visits done by this time: those that are to be paid later, and those that were paid after it;
 * and what visits cost besides their price. Visits ahead are not owed yet.
 */
async function sumOwedToUs(ctx: Context, { asAt, isPast }: StatisticsRange): Promise<Sums> {
  const visits = await doneBy(ctx, asAt).where('status', '=', 'confirmed').executeTakeFirstOrThrow();
  const charges = await sumCharges(ctx, asAt);
  const unpaid = { count: visits.count + charges.count, total: visits.total + charges.total };
  if (!isPast) return unpaid;
  const paidLater = await doneBy(ctx, asAt)
    .where('status', '=', 'paid')
    .where('paidAt', '>', asAt)
    // Follows from the other conditions, and leads to the index job_paid_after_start.
    .where(sql<boolean>`job.paid_at > job.starts_at`)
    .executeTakeFirstOrThrow();
  return { count: unpaid.count + paidLater.count, total: unpaid.total + paidLater.total };
}

/** Charges of visits, and fees of cancelled ones, that were owed at this time. */
function sumCharges({ db }: Context, asAt: string): Promise<Sums> {
  return db
    .selectFrom('job_charge')
    .select([sql<number>`count(*)`.as('count'), sql<Cents>`coalesce(sum(cents), 0)`.as('total')])
    .where('createdAt', '<', asAt)
    .where(({ or, eb }) => or([eb('endedAt', 'is', null), eb('endedAt', '>=', asAt)]))
    .executeTakeFirstOrThrow();
}

function doneBy({ db }: Context, asAt: string) {
  return db
    .selectFrom('job')
    .select([sql<number>`count(*)`.as('count'), sql<Cents>`coalesce(sum(amount_to_pay), 0)`.as('total')])
    .where('trashedAt', 'is', null)
    .where('startsAt', '<', asAt)
    .where(isDone(asAt))
    .where('amountToPay', '>', 0);
}

/** Card money that the office recorded without knowing what it is for, and has not given back. */
async function sumUnallocated({ db }: Context, { asAt }: StatisticsRange): Promise<Cents> {
  const { total } = await db
    .selectFrom('ledger_entry as entry')
    .innerJoin('ledger_tx as posting', 'posting.id', 'entry.txID')
    .select(sql<Cents>`coalesce(-sum(entry.amount), 0)::int8`.as('total'))
    .where('entry.account', '=', UNALLOCATED_RECEIPTS)
    .where('entry.commodity', '=', 'SGD')
    .where('posting.createdAt', '<', asAt)
    .executeTakeFirstOrThrow();
  return total;
}

/** Money that the books have given back and customers have not got, or that paid for nothing. */
const TO_GIVE_BACK = [
  'refund_by_hand',
  'refund_failed',
  'unwanted_payment',
] as const satisfies readonly AlarmKind[];

/** Refunds that wait at this time: for a bank to decide a dispute, or for the office under Payment problems. */
async function sumRefundsDue({ db }: Context, { asAt }: StatisticsRange): Promise<Sums> {
  const sums = { count: sql<number>`count(*)`, total: sql<Cents>`coalesce(sum(cents), 0)` };
  const waiting = await db
    .selectFrom('payment_waiting_refund')
    .select([sums.count.as('count'), sums.total.as('total')])
    .where('requestedAt', '<', asAt)
    .where(({ or, eb }) => or([eb('endedAt', 'is', null), eb('endedAt', '>=', asAt)]))
    .executeTakeFirstOrThrow();
  const problems = await db
    .selectFrom('payment_alarm')
    .select([sums.count.as('count'), sums.total.as('total')])
    .where('kind', 'in', [...TO_GIVE_BACK])
    .where('raisedAt', '<', asAt)
    .where(({ or, eb }) => or([eb('settledAt', 'is', null), eb('settledAt', '>=', asAt)]))
    .executeTakeFirstOrThrow();
  return { count: waiting.count + problems.count, total: waiting.total + problems.total };
}
