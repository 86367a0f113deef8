import type { z } from 'zod';
import { isApiKey } from '#platform/kernel/actor.ts';
import { defined } from '#platform/kernel/fields.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { isPublicOnly } from '#platform/server/post-event.ts';
import { auditChange } from '#platform/server/records.ts';
import {
  type createWebhook as createCall,
  type Endpoint,
  MAX_ENDPOINTS,
  type updateWebhook as updateCall,
} from '../contract.ts';
import { whyNotAddress } from '../rules/address.ts';
import {
  type EndpointRow,
  lockEndpoint,
  newSecret,
  saveEndpoint,
  sealSecret,
  toEndpoint,
} from './endpoint-record.ts';

/** How long the secret before the last change still signs. */
const OVERLAP = Temporal.Duration.from({ hours: 24 });

type WithSecret = Endpoint & { readonly secret: string };

/** Adds a webhook. The reply is the only place where its secret appears. */
export async function createWebhook(
  ctx: ContextOf<'admin'>,
  { url, description, eventTypes }: z.output<typeof createCall.body>,
): Promise<WithSecret | Refusal<'forbidden' | 'too_many_webhooks' | 'invalid' | 'unavailable'>> {
  const refused = refuseKey(ctx) ?? refuseAddress(ctx, url);
  if (refused) return refused;
  return inTransaction(ctx, async (tx) => {
    const id = tx.newID();
    const secret = newSecret();
    const now = tx.clock.now().toString();
    const others = await tx.db
      .selectFrom('webhook_endpoint')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (others.count >= MAX_ENDPOINTS) return refuse('too_many_webhooks');
    const row = await tx.db
      .insertInto('webhook_endpoint')
      .values({
        id,
        url,
        description,
        eventTypes: eventTypes,
        isOn: true,
        secret: sealSecret(tx, secret, id),
        createdBy: tx.actor.id,
        createdAt: now,
        updatedAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(tx, { action: 'webhook.created', subject: { kind: 'webhook', id }, after: shownOf(row) });
    return { ...toEndpoint(tx, row), secret };
  });
}

/**
 * Changes the fields that are sent. Turning it on forgets why it was turned off, and since when it has failed; a new address
 * has not failed yet.
 */
export async function updateWebhook(
  ctx: ContextOf<'admin'>,
  id: string,
  changes: z.output<typeof updateCall.body>,
): Promise<Endpoint | Refusal<'forbidden' | 'not_found' | 'invalid' | 'unavailable'>> {
  const refused = refuseKey(ctx) ?? (changes.url === undefined ? null : refuseAddress(ctx, changes.url));
  if (refused) return refused;
  return inTransaction(ctx, async (tx) => {
    const row = await lockEndpoint(tx, id);
    if (row === undefined) return refuse('not_found');
    const before = shownOf(row);
    const after = { ...before, ...defined(changes) };
    if (!(await auditChange(tx, { kind: 'webhook', id }, before, after))) return toEndpoint(tx, row);
    const { url, description, eventTypes, isOn } = after;
    const isTurnedOn = isOn && !row.isOn;
    const saved = await saveEndpoint(tx, id, {
      url,
      description,
      eventTypes: eventTypes,
      isOn: isOn,
      ...(isTurnedOn && { offReason: '' }),
      ...((isTurnedOn || url !== row.url) && { failingSince: null }),
    });
    return toEndpoint(tx, saved);
  });
}

/** Replaces the secret; the old one signs as well for a day, so that the receiver can change without losing an event. */
export async function rotateWebhookSecret(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<WithSecret | Refusal<'forbidden' | 'not_found' | 'unavailable'>> {
  const refused = refuseKey(ctx);
  if (refused) return refused;
  return inTransaction(ctx, async (tx) => {
    const row = await lockEndpoint(tx, id);
    if (row === undefined) return refuse('not_found');
    const secret = newSecret();
    const saved = await saveEndpoint(tx, id, {
      secret: sealSecret(tx, secret, id),
      previousSecret: row.secret,
      previousSecretUntil: tx.clock.now().add(OVERLAP).toString(),
    });
    await audit(tx, { action: 'webhook.secret-rotated', subject: { kind: 'webhook', id } });
    return { ...toEndpoint(tx, saved), secret };
  });
}

/** Deletes a webhook. Its row is purged with its last delivery. */
export async function deleteWebhook(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<{ deleted: true } | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockEndpoint(tx, id);
    if (row === undefined) return refuse('not_found');
    await saveEndpoint(tx, id, { isOn: false, offReason: '', deletedAt: tx.clock.now().toString() });
    await audit(tx, { action: 'webhook.deleted', subject: { kind: 'webhook', id }, before: shownOf(row) });
    return { deleted: true as const };
  });
}

/**
 * A webhook keeps sending after the key that added it was revoked, and a secret in the reply to a key is known to everyone who has
 * the key. A person adds and changes webhooks instead.
 */
function refuseKey({ actor }: Context): Refusal<'forbidden'> | null {
  return isApiKey(actor) ? refuse('forbidden', { detail: FOR_PEOPLE }) : null;
}

const FOR_PEOPLE =
  'An API key cannot add or change webhooks, or replace their secrets. Sign in to the office and open System → Webhooks.';

function refuseAddress({ config }: Context, url: string): Refusal<'invalid'> | null {
  const why = whyNotAddress(url, isPublicOnly(config));
  return why === null ? null : refuseField('url', why);
}

/** What the audit trail shows of it: never a secret. */
function shownOf(row: EndpointRow) {
  return {
    url: row.url,
    description: row.description,
    eventTypes: row.eventTypes,
    isOn: row.isOn,
  };
}
