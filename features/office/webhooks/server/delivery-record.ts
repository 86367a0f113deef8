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
    endpointID: row.endpointID,
    eventID: row.eventID,
    eventType: row.eventType,
    state: row.state as Delivery['state'],
    attempts: row.attempts,
    nextAttemptAt: wireTimeOrNull(row.nextAttemptAt),
    lastAttemptAt: wireTimeOrNull(row.lastAttemptAt),
    lastStatus: row.lastStatus,
    lastProblem: row.lastProblem,
    createdAt: wireTime(row.createdAt),
    trash: 0,
  };
}

export function toWholeDelivery(row: DeliveryRow): WholeDelivery {
  return {
    ...toDelivery(row),
    payload: row.payload,
    lastResponse: row.lastResponse,
    lastDurationMs: row.lastDurationMs,
  };
}
