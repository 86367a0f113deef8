import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { newStripeID, nowSeconds, type StripeObject } from './store.ts';

/** The endpoint that receives events, and the secret that signs them. */
export interface WebhookAddress {
  readonly url: string;
  readonly secret: string;
}

interface FakeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: object };
}

/** Stripe's sandboxes try three times. The first attempt comes shortly after the reply, as Stripe's does. */
const PAUSES_MS = [500, 1000, 5000];
const TIMEOUT_MS = 10_000;

/** The events about an object's current state; none if there is no event for it. */
export function eventsAbout(changed: StripeObject): FakeEvent[] {
  return typesOf(changed).map((type) => {
    const object = type === 'charge.refunded' ? chargeOf(changed) : changed;
    return { id: newStripeID('evt'), object: 'event', type, created: nowSeconds(), data: { object } };
  });
}

/** Delivers as Stripe does: signed, at least once, retried until accepted. */
export async function deliverEvent(to: WebhookAddress, event: FakeEvent, log: Logger): Promise<void> {
  const payload = JSON.stringify(event);
  for (const pause of PAUSES_MS) {
    await new Promise((done) => setTimeout(done, pause).unref());
    if (await post(to, payload)) return;
  }
  log.warn({ event: event.id, type: event.type }, 'fake Stripe: webhook event not accepted');
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
    return false; // unreachable: retried
  }
}

function typesOf(changed: StripeObject & { readonly status?: string }): readonly string[] {
  return EVENTS[changed.object]?.[changed.status ?? ''] ?? [];
}

/** The fake stores no charges: a PaymentIntent has one. */
function chargeOf(refund: StripeObject & { readonly payment_intent?: string }): object {
  const { payment_intent } = refund;
  return { id: String(payment_intent).replace(/^pi_/, 'ch_'), object: 'charge', payment_intent };
}

const EVENTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  payment_intent: {
    succeeded: ['payment_intent.succeeded'],
    requires_action: ['payment_intent.requires_action'],
    requires_payment_method: ['payment_intent.payment_failed'],
    canceled: ['payment_intent.canceled'],
  },
  setup_intent: {
    succeeded: ['setup_intent.succeeded'],
    requires_action: ['setup_intent.requires_action'],
    requires_payment_method: ['setup_intent.setup_failed'],
    canceled: ['setup_intent.canceled'],
  },
  refund: {
    pending: ['refund.created'],
    succeeded: ['charge.refunded', 'refund.updated'],
    failed: ['refund.failed'],
  },
  dispute: {
    needs_response: ['charge.dispute.created'],
    won: ['charge.dispute.closed'],
    lost: ['charge.dispute.closed'],
  },
};
