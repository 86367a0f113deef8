import type { Insertable } from 'kysely';
import type { WebhookDelivery } from '#database/generated.ts';
import { isTestCustomer } from '#features/people/customers/rules/test-customer.ts';
import type { Change } from '#platform/server/changes.ts';
import type { Tx } from '#platform/server/context.ts';
import { originOf } from '#platform/server/origin.ts';
import { newTask } from '#platform/server/outbox.ts';
import { eventBody, eventTypeOf, isWanted } from '../rules/events.ts';

interface Listener {
  readonly id: string;
  readonly eventTypes: readonly string[];
  readonly failingSince: string | null;
}

/** The webhooks that are on, read once in each transaction: one that books a series publishes many events. */
const listeners = new WeakMap<Tx['db'], readonly Listener[]>();

async function listenersIn({ db }: Tx): Promise<readonly Listener[]> {
  const known = listeners.get(db);
  if (known !== undefined) return known;
  const found = await db
    .selectFrom('webhook_endpoint')
    .select(['id', 'eventTypes', 'failingSince'])
    .where('isOn', '=', true)
    .execute();
  listeners.set(db, found);
  return found;
}

/** Queues an event for every webhook that follows the change, in the transaction of the change. */
export async function publishEvent(tx: Tx, { action, subject, fields }: Change): Promise<void> {
  const type = eventTypeOf(action);
  const { kind, id } = subject;
  if (type === null || id === null) return;
  const wanting = (await listenersIn(tx)).filter((listener) => isWanted(listener.eventTypes, type));
  if (wanting.length === 0) return;
  const job = kind === 'job' ? await findJob(tx, id) : undefined;
  if (job !== undefined && isTestCustomer(job.customerID)) return; // of no concern to other systems
  const version = job?.version;
  const body = eventBody({
    type,
    at: tx.clock.now(),
    site: originOf(tx.config),
    subject: { kind, id, ...(version !== undefined && { version }) },
    changed: fields,
  });
  const event = { id: tx.newID(), type, payload: JSON.stringify(body) };
  await queueEvent(tx, event, wanting);
}

function findJob({ db }: Tx, id: string) {
  return db.selectFrom('job').select(['version', 'customerID']).where('id', '=', id).executeTakeFirst();
}

interface QueuedEvent {
  readonly id: string;
  readonly type: string;
  readonly payload: string;
}

/** A webhook that is sent an event. */
type QueuedFor = Pick<Listener, 'id' | 'failingSince'>;

/** Stores an event for these webhooks, and queues its first attempts. Returns the ids of its deliveries. */
export async function queueEvent(
  tx: Tx,
  event: QueuedEvent,
  endpoints: readonly QueuedFor[],
): Promise<readonly string[]> {
  const now = tx.clock.now().toString();
  const deliveries = endpoints.map(
    ({ id: endpointID }) =>
      ({
        id: tx.newID(),
        endpointID,
        eventID: event.id,
        eventType: event.type,
        payload: event.payload,
        state: 'waiting',
        nextAttemptAt: now,
        createdAt: now,
      }) satisfies Insertable<WebhookDelivery>,
  );
  await tx.db.insertInto('webhook_delivery').values(deliveries).execute();
  const failing = new Set(endpoints.filter((one) => one.failingSince !== null).map(({ id }) => id));
  await queueAttempts(
    tx,
    deliveries.map((delivery) => ({ ...delivery, isFailing: failing.has(delivery.endpointID) })),
  );
  return deliveries.map(({ id }) => id);
}

interface QueuedDelivery {
  readonly id: string;
  readonly endpointID: string;
  /** Its receiver did not take the last event. */
  readonly isFailing?: boolean;
}

const AFTER_OTHERS = 10;

/**
 * Queues an attempt of each. Those of one webhook run one after another: in the order of events as far as possible, and so
 * that a receiver that hangs keeps one worker busy, not all of them. Receivers that take events come before others.
 */
export function queueAttempts(tx: Tx, deliveries: readonly QueuedDelivery[]): Promise<void> {
  return tx.outbox.publishAll(
    tx,
    deliveries.map(({ id, endpointID, isFailing = false }) =>
      newTask(
        'deliver-webhook',
        { deliveryID: id },
        {
          key: `webhook:${id}`,
          queue: `webhook:${endpointID}`,
          priority: isFailing ? AFTER_OTHERS : 0,
        },
      ),
    ),
  );
}
