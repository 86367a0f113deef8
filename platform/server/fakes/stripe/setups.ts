import type Stripe from 'stripe';
import {
  bankRefusal,
  type CardError,
  cardRefusal,
  getCustomer,
  getMethod,
  needsChallenge,
  setUpMethod,
} from './customers-and-cards.ts';
import { type Form, textAt, textsAt } from './form.ts';
import { newStripeID, nowSeconds, type Store } from './store.ts';
import { invalid, missing } from './stripe-error.ts';

export type FakeSetup = Pick<
  Stripe.SetupIntent,
  'id' | 'object' | 'client_secret' | 'created' | 'livemode' | 'metadata' | 'status' | 'usage'
> & {
  readonly customer: string;
  readonly payment_method: string;
  readonly last_setup_error: CardError | null;
};

const KNOWN = new Set([
  'allowed_payment_method_types',
  'confirm',
  'customer',
  'expand',
  'metadata',
  'payment_method',
  'payment_method_options',
  'usage',
  'use_stripe_sdk',
]);

/** Sets up a card for later use; the fake confirms at once, as Kemas always requests. */
export async function createSetup(store: Store, form: Form): Promise<FakeSetup> {
  const unknown = Object.keys(form).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  const customer = await getCustomer(store, textAt(form, 'customer') ?? '');
  const method = await getMethod(store, textAt(form, 'payment_method') ?? '');
  if (method.customer !== null && method.customer !== customer.id) {
    throw invalid('The PaymentMethod belongs to another customer.', { param: 'payment_method' });
  }
  const id = newStripeID('seti');
  const setup: FakeSetup = {
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_${newStripeID('s').slice(2)}`,
    created: nowSeconds(),
    customer: customer.id,
    last_setup_error: null,
    livemode: false,
    metadata: textsAt(form, 'metadata'),
    payment_method: method.id,
    status: 'succeeded',
    usage: 'off_session',
  };
  const refusal = bankRefusal(method);
  if (refusal !== null && method.fake.card !== 'chargeCustomerFail') {
    const failed = await save(store, {
      ...setup,
      status: 'requires_payment_method',
      last_setup_error: refusal,
    });
    throw cardRefusal(refusal, { setup_intent: failed });
  }
  if (needsChallenge(method)) return save(store, { ...setup, status: 'requires_action' });
  await setUpMethod(store, method, customer.id);
  return save(store, setup);
}

export async function getSetup(store: Store, id: string): Promise<FakeSetup> {
  const setup = await store.lock<FakeSetup>('setup_intent', id);
  if (setup === null) throw missing('setup_intent', id, 'intent');
  return setup;
}

export async function cancelSetup(store: Store, id: string): Promise<FakeSetup> {
  const setup = await getSetup(store, id);
  if (setup.status === 'succeeded' || setup.status === 'canceled') {
    throw invalid(`You cannot cancel this SetupIntent because it has a status of ${setup.status}.`, {
      code: 'setup_intent_unexpected_state',
    });
  }
  return save(store, { ...setup, status: 'canceled' });
}

/** The cardholder passed or failed the bank's challenge. */
export async function answerSetupChallenge(store: Store, id: string, passed: boolean): Promise<FakeSetup> {
  const setup = await getSetup(store, id);
  if (setup.status !== 'requires_action') throw invalid('No challenge is open.');
  if (!passed) {
    return save(store, { ...setup, status: 'requires_payment_method', last_setup_error: CHALLENGE_FAILED });
  }
  await setUpMethod(store, await getMethod(store, setup.payment_method), setup.customer);
  return save(store, { ...setup, status: 'succeeded' });
}

/** Newest first. */
export async function listSetups(store: Store, form: Form): Promise<object> {
  const limit = Math.min(100, Number(textAt(form, 'limit') ?? 10));
  const customer = textAt(form, 'customer');
  const after = textAt(form, 'starting_after');
  const found = await store.list<FakeSetup>('setup_intent', {
    limit: limit + 1,
    ...(customer === undefined ? {} : { customer }),
    ...(after === undefined ? {} : { after }),
  });
  const data: Awaited<ReturnType<typeof expandSetup>>[] = [];
  for (const setup of found.slice(0, limit)) data.push(await expandSetup(store, setup, form));
  return { object: 'list', url: '/v1/setup_intents', has_more: found.length > limit, data };
}

/** With `payment_method` expanded if the request asked for it. */
export async function expandSetup(store: Store, setup: FakeSetup, form: Form): Promise<object> {
  const wanted = Object.values(textsAt(form, 'expand'));
  const asked = wanted.includes('payment_method') || wanted.includes('data.payment_method');
  return asked ? { ...setup, payment_method: await getMethod(store, setup.payment_method) } : setup;
}

async function save(store: Store, setup: FakeSetup): Promise<FakeSetup> {
  await store.put('setup_intent', setup);
  return setup;
}

const CHALLENGE_FAILED: CardError = {
  type: 'card_error',
  code: 'setup_intent_authentication_failure',
  decline_code: 'authentication_not_handled',
  message: 'We are unable to authenticate your payment method.',
};
