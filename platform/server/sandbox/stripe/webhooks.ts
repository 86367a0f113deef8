import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { newStripeId, nowSeconds } from './store.ts';

/** Where events go, and the secret that signs them. */
export interface WebhookAddress {
  readonly url: string;
  readonly secret: string;
}

interface TwinEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: object };
}

/** Stripe's sandboxes try three times. The first try comes a moment after the reply, as Stripe's does. */
const PAUSES_MS = [500, 1000, 5000];
const TIMEOUT_MS = 10_000;

/** The event that a reply of the twin tells of; null when it is no news. */
export function eventAbout(body: object): TwinEvent | null {
  const subject = 'error' in body ? (body.error as { payment_intent?: object }).payment_intent : body;
  const type = subject === undefined ? undefined : eventType(subject as { object?: string; status?: string });
  if (subject === undefined || type === undefined) return null;
  return { id: newStripeId('evt'), object: 'event', type, created: nowSeconds(), data: { object: subject } };
}

/** Delivers as Stripe does: signed, at least once, tried again when the answer is no. */
export async function deliverEvent(to: WebhookAddress, event: TwinEvent, log: Logger): Promise<void> {
  const payload = JSON.stringify(event);
  for (const pause of PAUSES_MS) {
    await new Promise((done) => setTimeout(done, pause).unref());
    if (await post(to, payload)) return;
  }
  log.warn({ event: event.id, type: event.type }, 'nobody took an event of the Stripe twin');
}

async function post(to: WebhookAddress, payload: string): Promise<boolean> {
  const time = nowSeconds();
  const signature = createHmac('sha256', to.secret).update(`${time}.${payload}`).digest('hex');
  try {
    const reply = await fetch(to.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
      body: payload,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return reply.ok;
  } catch {
    return false; // not reachable now: tried again
  }
}

function eventType({ object, status }: { object?: string; status?: string }): string | undefined {
  if (object === 'payment_intent') return INTENT_EVENTS[status ?? ''];
  if (object === 'setup_intent') return status === 'succeeded' ? 'setup_intent.succeeded' : undefined;
  return object === 'refund' ? 'refund.updated' : undefined;
}

const INTENT_EVENTS: Readonly<Record<string, string>> = {
  succeeded: 'payment_intent.succeeded',
  requires_action: 'payment_intent.requires_action',
  requires_payment_method: 'payment_intent.payment_failed',
  canceled: 'payment_intent.canceled',
};
