import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { findDelivery, toWholeDelivery } from './delivery-record.ts';
import { findEndpoint, toEndpoint } from './endpoint-record.ts';
import { listWebhookDeliveries } from './list-deliveries.ts';
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from './save-endpoint.ts';
import { resendFailedEvents, resendWebhookDelivery, sendTestEvent } from './send-again.ts';

export function routes(api: Api): void {
  handle(api, calls.listWebhooks, ({ ctx }) => listWebhooks(ctx));
  handle(api, calls.getWebhook, ({ ctx, params }) => getWebhook(ctx, params.id));
  handle(api, calls.createWebhook, ({ ctx, body }) => createWebhook(ctx, body));
  handle(api, calls.updateWebhook, ({ ctx, params, body }) => updateWebhook(ctx, params.id, body));
  handle(api, calls.rotateWebhookSecret, ({ ctx, params }) => rotateWebhookSecret(ctx, params.id));
  handle(api, calls.deleteWebhook, ({ ctx, params }) => deleteWebhook(ctx, params.id));
  handle(api, calls.testWebhook, ({ ctx, params }) => sendTestEvent(ctx, params.id));
  handle(api, calls.resendFailedEvents, ({ ctx, params }) => resendFailedEvents(ctx, params.id));
  handle(api, calls.listWebhookDeliveries, ({ ctx, query }) => listWebhookDeliveries(ctx, query));
  handle(api, calls.getWebhookDelivery, ({ ctx, params }) => getWebhookDelivery(ctx, params.id));
  handle(api, calls.resendWebhookDelivery, ({ ctx, params }) => resendWebhookDelivery(ctx, params.id));
}

async function listWebhooks(ctx: Context) {
  const rows = await ctx.db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return { items: rows.map((row) => toEndpoint(ctx, row)) };
}

async function getWebhook(ctx: Context, id: string) {
  const row = await findEndpoint(ctx, id);
  return row === undefined ? refuse('not_found') : toEndpoint(ctx, row);
}

async function getWebhookDelivery(ctx: Context, id: string) {
  const row = await findDelivery(ctx, id);
  return row === undefined ? refuse('not_found') : toWholeDelivery(row);
}
