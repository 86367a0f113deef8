import type { z } from 'zod';
import { dayOf } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { readHoursOwed as call } from '../contract.ts';
import { type Amount, amountOf, bridgesOf, isReconciled, plus } from '../rules/hours-owed.ts';
import { inPeriods } from '../rules/periods.ts';
import {
  findHoursNow,
  findLedgerHours,
  findMoved,
  findMovedSince,
  findReserved,
  findUnclaimed,
} from './find-hours-owed.ts';
import { rangeOf, type StatisticsRange } from './statistics-range.ts';

type Reply = z.output<typeof call.reply>;

/** The hours that customers hold from the start to the end of a range, and whether the ledger says the same. */
export async function readHoursOwed(
  ctx: Context,
  query: z.output<typeof call.query>,
): Promise<Reply | Refusal<'invalid'>> {
  const range = rangeOf(ctx, query);
  if (isRefusal(range)) return range;
  const { asAt } = range;
  // One snapshot, so that hours which move meanwhile do not look like a difference from the ledger.
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const snapshot = { ...ctx, db };
      const moved = await findMoved(snapshot, range);
      const tiers = bridgesOf({
        now: await findHoursNow(snapshot),
        since: await findMovedSince(snapshot, range.until),
        moved,
        ledger: await findLedgerHours(snapshot, range.until),
      });
      const total = (amountIn: (tier: (typeof tiers)[number]) => Amount) =>
        tiers.map(amountIn).reduce(plus, { hours: 0, value: 0 });
      const opening = total((tier) => tier.opening);
      return {
        ...range.range,
        opening,
        closing: total((tier) => tier.closing),
        tiers: tiers as Reply['tiers'],
        isReconciled: isReconciled(tiers),
        reserved: amountOf(await findReserved(snapshot, range)),
        unclaimedGifts: amountOf(await findUnclaimed(snapshot, asAt)),
        rows: balances(ctx, { range, opening, moved }),
      };
    });
}

type Moved = Awaited<ReturnType<typeof findMoved>>;

/** The balance at the end of each day, week or month that has begun. */
function balances(
  { clock, config }: Context,
  { range, opening, moved }: { range: StatisticsRange; opening: Amount; moved: Moved },
): Reply['rows'] {
  const today = dayOf(clock.now(), config.BUSINESS_TZ).toString();
  let balance = opening;
  return inPeriods(moved, range.days, range.by)
    .filter(({ period }) => period.from_date <= today)
    .map(({ period, rows }) => {
      balance = plus(balance, amountOf(rows));
      return { ...period, ...balance };
    });
}
