import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { WebhookEndpoint } from '#database/generated.ts';
import { readDatabaseTimeOrNull, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Context, Services, Tx } from '#platform/server/context.ts';
import type { Endpoint } from '../contract.ts';
import { SECRET_PREFIX } from './sign.ts';

export type EndpointRow = Selectable<WebhookEndpoint>;

/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;

export function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export function sealSecret({ keys }: Services, secret: string, endpointID: string): string {
  return keys.seal('webhook', secret, endpointID);
}

/** The secrets that sign now, the newest first; empty if SESSION_SECRET has changed since they were sealed. */
export function secretsOf(services: Services, row: EndpointRow): readonly string[] {
  const previous = isPreviousValid(services, row) ? row.previousSecret : null;
  const sealed = [row.secret, ...(previous === null ? [] : [previous])];
  return sealed.flatMap((one) => services.keys.open('webhook', one, row.id) ?? []);
}

function isPreviousValid({ clock }: Services, row: EndpointRow): boolean {
  const until = readDatabaseTimeOrNull(row.previousSecretUntil);
  return until !== null && Temporal.Instant.compare(clock.now(), until) < 0;
}

/** Undefined if it does not exist, or was deleted. */
export function findEndpoint({ db }: Context, id: string): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** As findEndpoint, locked against other changes, but not against new deliveries. */
export function lockEndpoint({ db }: Tx, id: string): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function saveEndpoint(tx: Tx, id: string, changes: Partial<EndpointRow>): Promise<EndpointRow> {
  return tx.db
    .updateTable('webhook_endpoint')
    .set({ ...changes, updatedAt: tx.clock.now().toString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function toEndpoint(services: Services, row: EndpointRow): Endpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    eventTypes: row.eventTypes,
    isOn: row.isOn,
    offReason: row.offReason,
    failingSince: wireTimeOrNull(row.failingSince),
    previousSecretUntil: isPreviousValid(services, row) ? wireTimeOrNull(row.previousSecretUntil) : null,
    createdAt: wireTime(row.createdAt),
    updatedAt: wireTime(row.updatedAt),
  };
}
