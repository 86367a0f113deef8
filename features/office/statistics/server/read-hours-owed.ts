import { sql } from 'kysely';
import type { z } from 'zod';
import type { MovementKind } from '#features/money/credits/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { readHoursOwed as call } from '../contract.ts';
import { type Amount, amountOf, bridgesOf, isReconciled, plus } from '../rules/hours-owed.ts';
import { periodsOf, rowsIn } from '../rules/periods.ts';
import type { UsedHours } from '../rules/visits.ts';
import { dateOf, rangeOf, type StatisticsRange } from './statistics-range.ts';

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
  const movedIn = rowsIn(moved, range.by);
  let balance = opening;
  return periodsOf(range.days, range.by)
    .filter(({ from_date }) => from_date <= today)
    .map((period) => {
      balance = plus(balance, amountOf(movedIn(period)));
      return { ...period, ...balance };
    });
}

/** What customers hold now, by tier. */
export async function findHoursNow({ db }: Context): Promise<UsedHours[]> {
  return db
    .selectFrom('credit_lot')
    .select(['perHour', sql<Hours>`sum(remaining)`.as('hours')])
    .where('remaining', '>', 0)
    .groupBy('perHour')
    .execute();
}

/** What has moved into customers' lots (positive) or out of them since a time, by tier. */
export async function findMovedSince({ db }: Context, since: string): Promise<UsedHours[]> {
  return db
    .selectFrom('credit_movement as moved')
    .innerJoin('credit_lot as lot', 'lot.id', 'moved.lotID')
    .select(['lot.perHour', sql<Hours>`sum(moved.hours)`.as('hours')])
    .where('moved.createdAt', '>=', since)
    .groupBy('lot.perHour')
    .execute();
}

/** What moved in a range, by day, tier and kind. */
async function findMoved(ctx: Context, { from, until }: StatisticsRange) {
  return ctx.db
    .selectFrom('credit_movement as moved')
    .innerJoin('credit_lot as lot', 'lot.id', 'moved.lotID')
    .select([dateOf(ctx, 'moved.createdAt').as('date'), 'moved.kind', 'lot.perHour'])
    .select(sql<Hours>`sum(moved.hours)`.as('hours'))
    .where('moved.createdAt', '>=', from)
    .where('moved.createdAt', '<', until)
    .groupBy(['date', 'moved.kind', 'lot.perHour'])
    .$narrowType<{ kind: MovementKind }>()
    .execute();
}

/**
 * The balance of customers' accounts in the ledger at a time, by tier: all entries less those since then. Nearly always
 * asked for a recent time, so this reads few postings, and an index for the rest.
 */
async function findLedgerHours({ db }: Context, asAt: string): Promise<UsedHours[]> {
  const { rows } = await sql<UsedHours>`
    select substr(commodity, 2)::int as "perHour", sum(tenths) / 10 as hours
    from (
      select commodity, sum(amount) as tenths from ledger_entry
      where account like 'customer:%' and commodity <> 'SGD' group by commodity
      union all
      select entry.commodity, -sum(entry.amount) from ledger_tx as posting
      join ledger_entry as entry on entry.tx_id = posting.id
      where posting.created_at >= ${asAt} and entry.account like 'customer:%' and entry.commodity <> 'SGD'
      group by entry.commodity
    ) as balance
    group by commodity`.execute(db);
  return rows;
}

/** Hours that visits had reserved at the end of a range without being paid, by tier. */
export async function findReserved({ db }: Context, { asAt, isPast }: StatisticsRange): Promise<UsedHours[]> {
  const uses = db
    .selectFrom('credit_use as use')
    .innerJoin('credit_lot as lot', 'lot.id', 'use.lotID')
    .select(['lot.perHour', sql<Hours>`sum(use.hours)`.as('hours')])
    .where('use.heldAt', '<', asAt)
    .groupBy('lot.perHour');
  // An index has those that are open now.
  if (!isPast) return uses.where('use.spentAt', 'is', null).where('use.endedAt', 'is', null).execute();
  return uses
    .where(({ or, eb }) => or([eb('use.spentAt', 'is', null), eb('use.spentAt', '>=', asAt)]))
    .where(({ or, eb }) => or([eb('use.endedAt', 'is', null), eb('use.endedAt', '>=', asAt)]))
    .execute();
}

/** Hours in gifts that were neither claimed nor returned at a time, by tier. */
export async function findUnclaimed({ db }: Context, asAt: string): Promise<UsedHours[]> {
  return db
    .selectFrom('credit_gift as gift')
    .innerJoin('credit_gift_part as part', 'part.giftID', 'gift.id')
    .innerJoin('credit_lot as lot', 'lot.id', 'part.lotID')
    .select(['lot.perHour', sql<Hours>`sum(part.hours)`.as('hours')])
    .where('gift.sentAt', '<', asAt)
    .where(({ or, eb }) => or([eb('gift.claimedAt', 'is', null), eb('gift.claimedAt', '>=', asAt)]))
    .where(({ or, eb }) => or([eb('gift.returnedAt', 'is', null), eb('gift.returnedAt', '>=', asAt)]))
    .groupBy('lot.perHour')
    .execute();
}
