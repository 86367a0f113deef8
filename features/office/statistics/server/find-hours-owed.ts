import { sql } from 'kysely';
import type { MovementKind } from '#features/money/credits/server/index.ts';
import type { Hours } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { UsedHours } from '../rules/visits.ts';
import { dateOf, type StatisticsRange } from './statistics-range.ts';

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
export async function findMoved(ctx: Context, { from, until }: StatisticsRange) {
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
export async function findLedgerHours({ db }: Context, asAt: string): Promise<UsedHours[]> {
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
