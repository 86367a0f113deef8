import { sql } from 'kysely';
import type { z } from 'zod';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listWebhookDeliveries as call, Delivery } from '../contract.ts';
import { toDelivery } from './delivery-record.ts';

/** Counting more would take longer than reading the page, and nobody pages that far; a download has all. */
const MAX_COUNTED = 10_000;

/** Latest first. */
export function listWebhookDeliveries(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  const { q: _words, ...paging } = query; // there is nothing to search
  const { endpointID, state, eventType } = query;
  let found = ctx.db.selectFrom('webhook_delivery');
  if (endpointID !== undefined) found = found.where('endpointID', '=', endpointID);
  if (state !== undefined) found = found.where('state', '=', state);
  if (eventType !== undefined) found = found.where('eventType', '=', eventType);
  const list = listOf(ctx, paging, {
    name: 'webhook-deliveries',
    rows: found.selectAll(),
    sort: { createdAt: ['createdAt'] },
    defaultOrder: 'desc',
    key: 'id',
    toItem: toDelivery,
    csv: CSV,
  });
  if (isRefusal(list)) return list;
  return {
    ...list,
    total: async () => {
      if (query.count === '0') return undefined;
      const counted = found.select(sql`1`.as('one')).limit(MAX_COUNTED).as('counted');
      const { total } = await ctx.db
        .selectFrom(counted)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}

const CSV: readonly CsvColumn<Delivery>[] = [
  { heading: 'When', value: (one) => csvTime(one.createdAt) },
  { heading: 'Event', value: (one) => one.eventType },
  { heading: 'State', value: (one) => one.state },
  { heading: 'Attempts', value: (one) => one.attempts },
  { heading: 'Status', value: (one) => one.lastStatus },
  { heading: 'Problem', value: (one) => one.lastProblem },
  { heading: 'Event id', value: (one) => one.eventID },
  { heading: 'Webhook', value: (one) => one.endpointID },
];
