import { sql } from 'kysely';
import { mailOffice } from '#features/people/accounts/server/index.ts';
import { readDatabaseTimeOrNull } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/database.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { originOf } from '#platform/server/origin.ts';
import { isPublicOnly, type PostOutcome, postEvent } from '#platform/server/post-event.ts';
import { isSuccess, MAX_ATTEMPTS, nextAttemptAt, whyTurnedOff } from '../rules/schedule.ts';
import { turnedOffMail } from '../texts/mails.ts';
import type { DeliveryRow } from './delivery-record.ts';
import { type EndpointRow, findEndpoint, lockEndpoint, saveEndpoint, secretsOf } from './endpoint-record.ts';
import { signedHeaders } from './sign.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'deliver-webhook': { readonly deliveryID: string };
  }
}

/** For a receiver that failed before, so that it takes less of the time of others. */
const TIMEOUT_WHILE_FAILING_MS = 3000;
/** Six times the longest request: a worker that is still alive has finished. */
const LEASE = Temporal.Duration.from({ minutes: 1 });

/**
 * The task. One attempt, if one is due and no other worker is making it. A worker that dies between the request and its
 * record makes the event arrive twice, with the same id.
 */
export async function deliverWebhook(
  ctx: Context,
  { deliveryID }: { readonly deliveryID: string },
): Promise<void> {
  const delivery = await lease(ctx, deliveryID);
  if (delivery === undefined) return;
  // Only if the workers that made the last attempts have died.
  if (delivery.attempts > MAX_ATTEMPTS)
    return giveUp(ctx, delivery, 'The last attempt was interrupted. Whether it arrived is not known.');
  const endpoint = await findEndpoint(ctx, delivery.endpointID);
  if (endpoint === undefined || !endpoint.isOn) return giveUp(ctx, delivery, 'The webhook was turned off.');
  const secrets = secretsOf(ctx, endpoint);
  if (secrets.length === 0)
    return giveUp(
      ctx,
      delivery,
      'Its secret cannot be read, because SESSION_SECRET has changed. Replace it.',
    );
  const timestamp = Math.floor(ctx.clock.now().epochMilliseconds / 1000);
  const signed = { id: delivery.eventID, timestamp, body: delivery.payload };
  const outcome = await postEvent(
    { url: endpoint.url, headers: signedHeaders(signed, secrets), body: delivery.payload },
    {
      publicOnly: isPublicOnly(ctx.config),
      ...(endpoint.failingSince !== null && { timeoutMs: TIMEOUT_WHILE_FAILING_MS }),
    },
  );
  const saved = await inTransaction(ctx, (tx) => saveOutcome(tx, delivery, outcome));
  if (isRefusal(saved)) throw new Error('The reply of a receiver could not be saved: the database is busy.');
}

/** In a restored database: what was waiting may have arrived since the backup. The office may send it again. */
export async function withholdDeliveries(db: Db): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({
      state: 'failed',
      nextAttemptAt: null,
      leasedUntil: null,
      lastStatus: null,
      lastProblem: 'Not sent, because the database was restored from a backup: it may have arrived since.',
    })
    .where('state', '=', 'waiting')
    .execute();
}

/** Takes the delivery for this worker and counts the attempt; undefined if it is not due, or another worker has it. */
function lease(ctx: Context, id: string): Promise<DeliveryRow | undefined> {
  const now = ctx.clock.now().toString();
  return ctx.db
    .updateTable('webhook_delivery')
    .set({
      attempts: sql`attempts + 1`,
      lastAttemptAt: now,
      leasedUntil: ctx.clock.now().add(LEASE).toString(),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '<=', now)
    .where(({ eb, or }) => or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', now)]))
    .returningAll()
    .executeTakeFirst();
}

/** Nothing was sent, so this was no attempt, and says nothing about the receiver. */
async function giveUp(ctx: Context, delivery: DeliveryRow, problem: string): Promise<void> {
  await ctx.db
    .updateTable('webhook_delivery')
    .set({
      state: 'failed',
      attempts: delivery.attempts - 1,
      nextAttemptAt: null,
      leasedUntil: null,
      lastStatus: null,
      lastProblem: problem,
    })
    .where('id', '=', delivery.id)
    .execute();
}

async function saveOutcome(tx: Tx, delivery: DeliveryRow, outcome: PostOutcome): Promise<void> {
  const isDelivered = isSuccess(outcome.status);
  const next = isDelivered ? null : nextAttemptAt(delivery.attempts, tx.clock.now());
  const unsent = next === null ? 'failed' : 'waiting';
  await tx.db
    .updateTable('webhook_delivery')
    .set({
      state: isDelivered ? 'delivered' : unsent,
      nextAttemptAt: next?.toString() ?? null,
      leasedUntil: null,
      lastStatus: outcome.status,
      lastProblem: outcome.problem,
      lastResponse: outcome.response,
      lastDurationMs: outcome.durationMs,
    })
    .where('id', '=', delivery.id)
    // Unless the lease has ended and someone else has it, or the office has sent it again.
    .where('leasedUntil', '=', delivery.leasedUntil)
    .execute();
  const endpoint = await lockEndpoint(tx, delivery.endpointID);
  if (endpoint !== undefined) await saveHealth(tx, endpoint, outcome);
}

/** Since when it fails; and turns it off once that is too long. */
async function saveHealth(tx: Tx, endpoint: EndpointRow, { status }: PostOutcome): Promise<void> {
  if (isSuccess(status)) {
    if (endpoint.failingSince !== null) await saveEndpoint(tx, endpoint.id, { failingSince: null });
    return;
  }
  const now = tx.clock.now();
  const failingSince = readDatabaseTimeOrNull(endpoint.failingSince) ?? now;
  const why = endpoint.isOn ? whyTurnedOff({ status, failingSince }, now) : null;
  if (why === null) {
    if (endpoint.failingSince === null) await saveEndpoint(tx, endpoint.id, { failingSince: now.toString() });
    return;
  }
  const off = { isOn: false, offReason: why, failingSince: failingSince.toString() };
  await saveEndpoint(tx, endpoint.id, off);
  await audit(tx, {
    action: 'webhook.disabled',
    subject: { kind: 'webhook', id: endpoint.id },
    before: { isOn: true },
    after: { isOn: false },
    reason: why,
  });
  const { url, description } = endpoint;
  await mailOffice(tx, turnedOffMail({ id: endpoint.id, url, description, why, site: originOf(tx.config) }));
}
