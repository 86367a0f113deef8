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
import { newStripeId, nowSeconds, type Store } from './store.ts';
import { missing } from './stripe-error.ts';

export type TwinSetup = Pick<
  Stripe.SetupIntent,
  'id' | 'object' | 'client_secret' | 'created' | 'livemode' | 'metadata' | 'status' | 'usage'
> & { readonly customer: string; readonly payment_method: string };

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
