import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listWebhookDeliveries as call, Delivery } from '../contract.ts';
import { toDelivery } from './delivery-record.ts';

/** Latest first. */
export function listWebhookDeliveries(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  const { q: _words, ...paging } = query; // there is nothing to search
  const { endpointID, state, eventType } = query;
  let rows = ctx.db.selectFrom('webhook_delivery').selectAll();
  if (endpointID !== undefined) rows = rows.where('endpoint_id', '=', endpointID);
  if (state !== undefined) rows = rows.where('state', '=', state);
  if (eventType !== undefined) rows = rows.where('event_type', '=', eventType);
  return listOf(ctx, paging, {
    name: 'webhook-deliveries',
    rows,
    sort: { createdAt: ['created_at'] },
    defaultOrder: 'desc',
    key: 'id',
    toItem: toDelivery,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<Delivery>[] = [
  { heading: 'When', value: (one) => csvTime(one.createdAt) },
  { heading: 'Event', value: (one) => one.eventType },
  { heading: 'State', value: (one) => one.state },
  { heading: 'Attempts', value: (one) => one.attempts },
  { heading: 'Status', value: (one) => one.lastStatus },
  { heading: 'Problem', value: (one) => one.lastProblem },
  { heading: 'Event ID', value: (one) => one.eventID },
  { heading: 'Webhook', value: (one) => one.endpointID },
];
