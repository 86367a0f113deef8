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
  customerId: string,
  query: z.output<typeof call.query>,
): Promise<ListOutcome | Refusal<'not_found'>> {
  if (!(await isTheirs(ctx, customerId))) return refuse('not_found');
  return listOf(ctx, query, {
    name: 'credit-movements',
    rows: ctx.db
      .selectFrom('credit_movement as moved')
      .innerJoin('credit_lot as lot', 'lot.id', 'moved.lot_id')
      .leftJoin('credit_gift as gift', (on) =>
        on.onRef('gift.id', '=', 'moved.gift_id').on('moved.kind', 'in', ['sent', 'gift-returned']),
      )
      .leftJoin('credit_use as kept', (on) =>
        on
          .onRef('kept.job_id', '=', 'moved.job_id')
          .onRef('kept.lot_id', '=', 'moved.lot_id')
          .onRef('kept.held_at', '<=', 'moved.created_at')
          .on('moved.kind', '=', 'held')
          .on('kept.spent_at', 'is', null)
          .on('kept.ended_at', 'is', null),
      )
      .selectAll('moved')
      .select(['lot.per_hour', 'gift.email as sent_to', 'kept.id as kept_id']),
    found: ctx.db.selectFrom('credit_movement as moved').where('moved.customer_id', '=', customerId),
    sort: { createdAt: ['moved.created_at'] },
    defaultOrder: 'desc',
    key: 'moved.id',
    toItem: (row): Item => ({
      id: row.id,
      kind: row.kind as MovementKind,
      isHeld: row.kept_id !== null,
      hours: row.hours,
      perHour: row.per_hour,
      jobID: row.job_id,
      giftID: row.gift_id,
      transactionID: row.transaction_id,
      reason: row.sent_to ?? row.reason,
      createdAt: wireTime(row.created_at),
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
