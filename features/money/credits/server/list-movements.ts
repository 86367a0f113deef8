import type { z } from 'zod';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listCreditMovements as call } from '../contract.ts';
import { isTheirs } from './list-lots.ts';
import type { MovementKind } from './move-hours.ts';

type Item = z.output<typeof call.reply>['items'][number];

/** A customer's statement: every movement of their hours, newest first. */
export async function listMovements(
  ctx: Context,
  customerID: string,
  query: z.output<typeof call.query>,
): Promise<ListOutcome | Refusal<'not_found'>> {
  if (!(await isTheirs(ctx, customerID))) return refuse('not_found');
  return listOf(ctx, query, {
    name: 'credit-movements',
    rows: ctx.db
      .selectFrom('credit_movement as moved')
      .innerJoin('credit_lot as lot', 'lot.id', 'moved.lotID')
      .leftJoin('credit_gift as gift', (on) =>
        on.onRef('gift.id', '=', 'moved.giftID').on('moved.kind', 'in', ['sent', 'gift-returned']),
      )
      .leftJoin('credit_use as kept', (on) =>
        on
          .onRef('kept.jobID', '=', 'moved.jobID')
          .onRef('kept.lotID', '=', 'moved.lotID')
          .onRef('kept.heldAt', '<=', 'moved.createdAt')
          .on('moved.kind', '=', 'held')
          .on('kept.spentAt', 'is', null)
          .on('kept.endedAt', 'is', null),
      )
      .selectAll('moved')
      .select(['lot.perHour', 'gift.email as sentTo', 'kept.id as keptID']),
    found: ctx.db.selectFrom('credit_movement as moved').where('moved.customerID', '=', customerID),
    sort: { createdAt: ['moved.createdAt'] },
    defaultOrder: 'desc',
    key: 'moved.id',
    toItem: (row): Item => ({
      id: row.id,
      kind: row.kind as MovementKind,
      isHeld: row.keptID !== null,
      hours: row.hours,
      perHour: row.perHour,
      jobID: row.jobID,
      giftID: row.giftID,
      transactionID: row.transactionID,
      reason: row.sentTo ?? row.reason,
      createdAt: wireTime(row.createdAt),
    }),
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<Item>[] = [
  { heading: 'Date', value: (item) => csvTime(item.createdAt) },
  { heading: 'What', value: (item) => item.kind },
  { heading: 'Hours', value: (item) => item.hours },
  { heading: 'Tier (S$ per hour)', value: (item) => item.perHour },
  { heading: 'Reason', value: (item) => item.reason },
];
