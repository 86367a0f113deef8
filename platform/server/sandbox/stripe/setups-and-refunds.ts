import type Stripe from 'stripe';
import {
  bankRefusal,
  cardRefusal,
  getCustomer,
  getMethod,
  needsChallenge,
  setUpMethod,
} from './customers-and-cards.ts';
import { type Form, textAt, textsAt } from './form.ts';
import { lockIntent, type TwinIntent } from './payment-intents.ts';
import { newStripeId, nowSeconds, type Store } from './store.ts';
import { invalid, missing } from './stripe-error.ts';

export type TwinSetup = Pick<
  Stripe.SetupIntent,
  'id' | 'object' | 'client_secret' | 'created' | 'livemode' | 'metadata' | 'status' | 'usage'
> & { readonly customer: string; readonly payment_method: string };

export type TwinRefund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'status'
> & { readonly payment_intent: string };

/** Sets a card up for later use; the twin confirms at once, as Kemas always asks it to. */
export async function createSetup(store: Store, form: Form): Promise<TwinSetup> {
  const customer = await getCustomer(store, textAt(form, 'customer') ?? '');
  const method = await getMethod(store, textAt(form, 'payment_method') ?? '');
  const refusal = bankRefusal(method);
  if (refusal !== null && method.twin.card !== 'chargeCustomerFail') throw cardRefusal(refusal, {});
  const challenged = needsChallenge(method);
  if (!challenged) await setUpMethod(store, method, customer.id);
  const id = newStripeId('seti');
  const setup: TwinSetup = {
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_${newStripeId('s').slice(2)}`,
    created: nowSeconds(),
    customer: customer.id,
    livemode: false,
    metadata: textsAt(form, 'metadata'),
    payment_method: method.id,
    status: challenged ? 'requires_action' : 'succeeded',
    usage: 'off_session',
  };
  await store.put('setup_intent', setup);
  return setup;
}

export async function getSetup(store: Store, id: string): Promise<TwinSetup> {
  const setup = await store.get<TwinSetup>('setup_intent', id);
  if (setup === null) throw missing('setup_intent', id, 'intent');
  return setup;
}

/** Gives money back: all that is left, or `amount` of it, never more. */
export async function createRefund(store: Store, form: Form): Promise<TwinRefund> {
  const intent = await lockIntent(store, textAt(form, 'payment_intent') ?? '');
  if (intent.status !== 'succeeded') throw invalid('This PaymentIntent has no successful charge to refund.');
  const left = intent.amount_received - (await refundedOf(store, intent));
  const amount = Number(textAt(form, 'amount') ?? left);
  if (left === 0) throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' });
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    throw invalid(`Refund amount is greater than unrefunded amount on charge (${left}).`, {
      param: 'amount',
    });
  }
  const refund: TwinRefund = {
    id: newStripeId('re'),
    object: 'refund',
    amount,
    created: nowSeconds(),
    currency: intent.currency,
    metadata: textsAt(form, 'metadata'),
    payment_intent: intent.id,
    status: 'succeeded',
  };
  await store.put('refund', refund);
  return refund;
}

/** A payment has few refunds, and a sandbox few payments. */
async function refundedOf(store: Store, intent: TwinIntent): Promise<number> {
  const refunds = await store.list<TwinRefund>('refund', { limit: 10_000 });
  return refunds
    .filter((refund) => refund.payment_intent === intent.id)
    .reduce((sum, refund) => sum + refund.amount, 0);
}
