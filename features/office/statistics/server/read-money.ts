import type { z } from 'zod';
import { JOB_TYPES } from '#features/catalogue/packages/rules/package.ts';
import { readBusiness } from '#features/catalogue/settings/server/index.ts';
import { METHODS, TRANSACTION_TYPES } from '#features/money/payments/rules/transaction.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { readMoneyStatistics as call } from '../contract.ts';
import { amountOf, minus, plus } from '../rules/hours-owed.ts';
import { inPeriods, sumOf } from '../rules/periods.ts';
import { type EarnedRow, findEarned, sumKept } from './find-earned.ts';
import { findHoursNow, findMovedSince, findReserved, findUnclaimed } from './find-hours-owed.ts';
import { sumOwedToUs, sumRefundsDue, sumUnallocated } from './find-owed.ts';
import { findTaken, sumGst, type TakenRow } from './find-taken.ts';
import { rangeOf, type StatisticsRange } from './statistics-range.ts';

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
    takenByMethod: METHODS.filter((method) => method !== 'credits').map((method) => ({
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
  const money = sumOf(rows, (row) => row.money);
  const hoursValue = sumOf(rows, (row) => row.hoursValue);
  return {
    visits: sumOf(rows, ({ visits }) => visits),
    hours: sumOf(rows, ({ hours }) => hours),
    money,
    hoursValue,
    total: money + hoursValue,
  };
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
  const takenRows = inPeriods(taken, days, by);
  return inPeriods(earned, days, by).map(({ period, rows }, index) => {
    const { visits, total } = sumEarned(rows);
    const { payments, refunds, net } = sumTaken(takenRows[index]?.rows ?? []);
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
