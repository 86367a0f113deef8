import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listPromoCodes as call, PromoReply } from '../contract.ts';
import { discountText } from '../rules/discount.ts';
import { reservedUses, toPromoReply } from './promo-record.ts';

export function listPromos(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  const { type, booking_type } = query;
  let rows = ctx.db
    .selectFrom('promo_code')
    .selectAll()
    .select(reservedUses.as('reserved'))
    .where(matchesTrashFilter(ctx, query, 'trashed_at'))
    .where(matchesWords(query.q, ['code', 'label']));
  if (type !== undefined) rows = rows.where('type', '=', type);
  if (booking_type !== undefined)
    rows = rows.where(sql<SqlBool>`(booking_types = '{}' or ${booking_type} = any(booking_types))`);
  return listOf(ctx, query, {
    name: 'promo-codes',
    rows,
    sort: {
      createdAt: ['created_at'],
      code: [sql`upper(code)`],
      label: ['label'],
      type: ['type', 'amount'],
      booking_type: [sql`array_to_string(booking_types, ', ')`],
      startDate: [sql`coalesce(start_date, '-infinity')`],
      endDate: [sql`coalesce(end_date, 'infinity')`],
    },
    defaultOrder: 'desc',
    key: 'id',
    toItem: toPromoReply,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<PromoReply>[] = [
  { heading: 'Code', value: (item) => item.code },
  { heading: 'Label', value: (item) => item.label },
  { heading: 'Takes off', value: discountText },
  { heading: 'First day', value: (item) => item.startDate },
  { heading: 'Last day', value: (item) => item.endDate },
  { heading: 'Jobs', value: (item) => item.booking_type.join(' ') },
  { heading: 'Used', value: (item) => item.used },
  { heading: 'Reserved', value: (item) => item.reserved },
  { heading: 'Left', value: (item) => item.remainder },
  { heading: 'Limit', value: (item) => item.totalAllocation },
  { heading: 'Limit for one customer', value: (item) => item.maxPerCustomer },
  { heading: 'In the trash', value: (item) => item.trash },
];
