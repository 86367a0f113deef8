import { readDatabaseTimeOrNull } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { originOf } from '#platform/server/origin.ts';
import type { Delivery } from '../contract.ts';
import { eventBody, TEST_EVENT } from '../rules/events.ts';
import { type DeliveryRow, readDelivery, toDelivery } from './delivery-record.ts';
import { type EndpointRow, findEndpoint, lockEndpoint } from './endpoint-record.ts';
import { queueAttempts, queueEvent } from './publish-event.ts';

/** One request sends no more again than this; another one continues. */
const MAX_SENT_AGAIN = 1000;

type Off = Refusal<'not_found' | 'webhook_off' | 'unavailable'>;

/**
 * Sends an event again, with the same id and body, and gives it all its attempts back. Repeating that before it was sent has
 * no effect.
 */
export async function resendWebhookDelivery(ctx: ContextOf<'admin'>, id: string): Promise<Delivery | Off> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockDelivery(tx, id);
    if (row === undefined) return refuse('not_found');
    const refused = refuseOff(await findEndpoint(tx, row.endpointID));
    if (refused) return refused;
    if (row.state === 'waiting' && isDue(tx, row)) {
      noChange(tx);
      return toDelivery(row);
    }
    const waiting = await tx.db
      .updateTable('webhook_delivery')
      .set({ state: 'waiting', attempts: 0, nextAttemptAt: tx.clock.now().toString(), leasedUntil: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await queueAttempts(tx, [waiting]);
    const subject = { kind: 'webhook', id: row.endpointID };
    await audit(tx, { action: 'webhook.event-resent', subject, after: { eventID: row.eventID } });
    return toDelivery(waiting);
  });
}

/** It is being sent, or about to be. */
function isDue({ clock }: Context, { nextAttemptAt }: DeliveryRow): boolean {
  const at = readDatabaseTimeOrNull(nextAttemptAt);
  return at !== null && Temporal.Instant.compare(at, clock.now()) <= 0;
}

function lockDelivery({ db }: Tx, id: string): Promise<DeliveryRow | undefined> {
  return db.selectFrom('webhook_delivery').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Sends all failed events of a webhook again. */
export async function resendFailedEvents(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<{ count: number } | Off> {
  return inTransaction(ctx, async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    const refused = refuseOff(endpoint);
    if (refused) return refused;
    const failed = tx.db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('endpointID', '=', id)
      .where('state', '=', 'failed')
      .orderBy('createdAt')
      .limit(MAX_SENT_AGAIN)
      .forUpdate();
    const waiting = await tx.db
      .updateTable('webhook_delivery')
      .set({ state: 'waiting', attempts: 0, nextAttemptAt: tx.clock.now().toString() })
      .where('id', 'in', failed)
      .returning(['id', 'endpointID'])
      .execute();
    if (waiting.length === 0) {
      noChange(tx);
      return { count: 0 };
    }
    // Ids are in the order in which the events were published.
    await queueAttempts(
      tx,
      waiting.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const after = { count: waiting.length };
    await audit(tx, { action: 'webhook.failed-resent', subject: { kind: 'webhook', id }, after });
    return after;
  });
}

/** Sends an event that says nothing, to try a receiver. */
export async function sendTestEvent(ctx: ContextOf<'admin'>, id: string): Promise<Delivery | Off> {
  return inTransaction(ctx, async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    const refused = refuseOff(endpoint);
    if (refused || endpoint === undefined) return refused ?? refuse('not_found');
    const body = eventBody({
      type: TEST_EVENT,
      at: tx.clock.now(),
      site: originOf(tx.config),
      subject: { kind: 'webhook', id },
      changed: [],
    });
    const event = { id: tx.newID(), type: TEST_EVENT, payload: JSON.stringify(body) };
    const [deliveryID = ''] = await queueEvent(tx, event, [endpoint]);
    await audit(tx, { action: 'webhook.tested', subject: { kind: 'webhook', id } });
    return toDelivery(await readDelivery(tx, deliveryID));
  });
}

function refuseOff(endpoint: EndpointRow | undefined): Refusal<'not_found' | 'webhook_off'> | null {
  if (endpoint === undefined) return refuse('not_found');
  return endpoint.isOn ? null : refuse('webhook_off');
}
