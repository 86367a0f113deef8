import type { Selectable } from 'kysely';
import type { WebhookDelivery } from '#database/generated.ts';
import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Delivery, WholeDelivery } from '../contract.ts';

export type DeliveryRow = Selectable<WebhookDelivery>;

export function findDelivery({ db }: Context, id: string): Promise<DeliveryRow | undefined> {
  return db.selectFrom('webhook_delivery').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @throws if there is none */
export async function readDelivery(ctx: Context, id: string): Promise<DeliveryRow> {
  const row = await findDelivery(ctx, id);
  if (row === undefined) throw new Error(`Delivery ${id} not found.`);
  return row;
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    endpointID: row.endpoint_id,
    eventID: row.event_id,
    eventType: row.event_type,
    state: row.state as Delivery['state'],
    attempts: row.attempts,
    nextAttemptAt: wireTimeOrNull(row.next_attempt_at),
    lastAttemptAt: wireTimeOrNull(row.last_attempt_at),
    lastStatus: row.last_status,
    lastProblem: row.last_problem,
    createdAt: wireTime(row.created_at),
    trash: 0,
  };
}

export function toWholeDelivery(row: DeliveryRow): WholeDelivery {
  return {
    ...toDelivery(row),
    payload: row.payload,
    lastResponse: row.last_response,
    lastDurationMs: row.last_duration_ms,
  };
}
