import {
  attachMethod,
  createCustomer,
  createMethod,
  detachMethod,
  getCustomer,
  getMethod,
  updateCustomer,
} from './customers-and-cards.ts';
import { type Form, textAt } from './form.ts';
import {
  cancelIntent,
  confirmIntent,
  createIntent,
  expandIntent,
  type FakeIntent,
  getDispute,
  lockIntent,
} from './payment-intents.ts';
import { createRefund, getRefund, listRefunds } from './refunds.ts';
import { cancelSetup, createSetup, expandSetup, getSetup, listSetups } from './setups.ts';
import type { Store } from './store.ts';
import { StripeRefusal } from './stripe-error.ts';

/** A parsed request to the fake. */
export interface FakeRequest {
  readonly method: string;
  /** `/v1/payment_intents/pi_1/confirm` */
  readonly path: string;
  /** The fields of the body, or of the query for a GET. */
  readonly form: Form;
}

type Act = (store: Store, id: string, form: Form) => Promise<object>;

const intentReply = async (store: Store, intent: FakeIntent, form: Form) => expandIntent(store, intent, form);

/** `METHOD /v1/collection[/:id[/verb]]`: the part of Stripe's API that Kemas uses. */
const ACTS: Readonly<Record<string, Act>> = {
  'POST customers': (store, _id, form) => createCustomer(store, form),
  'GET customers/:id': (store, id) => getCustomer(store, id),
  'POST customers/:id': (store, id, form) => updateCustomer(store, id, form),
  'POST payment_methods': (store, _id, form) => createMethod(store, form),
  'GET payment_methods/:id': (store, id) => getMethod(store, id),
  'POST payment_methods/:id/attach': (store, id, form) =>
    attachMethod(store, id, textAt(form, 'customer') ?? ''),
  'POST payment_methods/:id/detach': (store, id) => detachMethod(store, id),
  'POST payment_intents': async (store, _id, form) =>
    intentReply(store, await createIntent(store, form), form),
  'GET payment_intents': (store, _id, form) => listIntents(store, form),
  'GET payment_intents/:id': async (store, id, form) => intentReply(store, await lockIntent(store, id), form),
  'POST payment_intents/:id/confirm': async (store, id, form) =>
    intentReply(store, await confirmIntent(store, await lockIntent(store, id), form), form),
  'POST payment_intents/:id/cancel': async (store, id, form) =>
    intentReply(store, await cancelIntent(store, id), form),
  'POST setup_intents': async (store, _id, form) => expandSetup(store, await createSetup(store, form), form),
  'GET setup_intents': (store, _id, form) => listSetups(store, form),
  'GET setup_intents/:id': async (store, id, form) => expandSetup(store, await getSetup(store, id), form),
  'POST setup_intents/:id/cancel': async (store, id, form) =>
    expandSetup(store, await cancelSetup(store, id), form),
  'POST refunds': (store, _id, form) => createRefund(store, form),
  'GET refunds': (store, _id, form) => listRefunds(store, form),
  'GET disputes/:id': (store, id) => getDispute(store, id),
  'GET balance': async () => ({ object: 'balance', available: [], pending: [], livemode: false }),
  'GET refunds/:id': (store, id) => getRefund(store, id),
};

/** @throws StripeRefusal, as Stripe would refuse it */
export async function answerRequest(store: Store, request: FakeRequest): Promise<object> {
  const [, , collection = '', id, verb] = request.path.split('/');
  const shape = [
    collection,
    ...(id === undefined ? [] : [':id']),
    ...(verb === undefined ? [] : [verb]),
  ].join('/');
  const act = ACTS[`${request.method} ${shape}`];
  if (act === undefined) {
    const message = `Unrecognized request URL (${request.method}: ${request.path}).`;
    throw new StripeRefusal(404, { type: 'invalid_request_error', message });
  }
  return act(store, id ?? '', request.form);
}

async function listIntents(store: Store, form: Form): Promise<object> {
  const limit = Math.min(100, Number(textAt(form, 'limit') ?? 10));
  const customer = textAt(form, 'customer');
  const after = textAt(form, 'starting_after');
  const found = await store.list<FakeIntent>('payment_intent', {
    limit: limit + 1,
    ...(customer === undefined ? {} : { customer }),
    ...(after === undefined ? {} : { after }),
  });
  const data: Awaited<ReturnType<typeof expandIntent>>[] = [];
  for (const intent of found.slice(0, limit)) data.push(await expandIntent(store, intent, form));
  return { object: 'list', url: '/v1/payment_intents', has_more: found.length > limit, data };
}
