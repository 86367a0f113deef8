import { sql } from 'kysely';
import { UNALLOCATED_RECEIPTS } from '#features/money/payments/rules/accounts.ts';
import type { AlarmKind } from '#features/money/payments/rules/alarm.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import { isDone, type StatisticsRange } from './statistics-range.ts';

interface Sums {
  readonly count: number;
  readonly total: Cents;
}

/**
 * What customers owe for visits done by this time: those that are to be paid later, and those that were paid after it.
 * Visits ahead are not owed yet.
 */
export async function sumOwedToUs(ctx: Context, { asAt, isPast }: StatisticsRange): Promise<Sums> {
  const unpaid = await doneBy(ctx, asAt).where('status', '=', 'confirmed').executeTakeFirstOrThrow();
  if (!isPast) return unpaid;
  const paidLater = await doneBy(ctx, asAt)
    .where('status', '=', 'paid')
    .where('paidAt', '>', asAt)
    // Follows from the other conditions, and leads to the index job_paid_after_start.
    .where(sql<boolean>`job.paid_at > job.starts_at`)
    .executeTakeFirstOrThrow();
  return { count: unpaid.count + paidLater.count, total: unpaid.total + paidLater.total };
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
export async function sumUnallocated({ db }: Context, { asAt }: StatisticsRange): Promise<Cents> {
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
export async function sumRefundsDue({ db }: Context, { asAt }: StatisticsRange): Promise<Sums> {
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
