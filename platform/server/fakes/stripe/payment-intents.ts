import type Stripe from 'stripe';
import {
  bankRefusal,
  type CardError,
  cardRefusal,
  type FakeMethod,
  getCustomer,
  getMethod,
  needsChallenge,
  setUpMethod,
} from './customers-and-cards.ts';
import { type Form, textAt, textsAt } from './form.ts';
import { newStripeID, nowSeconds, type Store } from './store.ts';
import { invalid, missing } from './stripe-error.ts';
import { testCard } from './test-cards.ts';

export type FakeIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'canceled_at'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'receipt_email'
  | 'setup_future_usage'
  | 'status'
> & {
  readonly customer: string | null;
  readonly payment_method: string | null;
  readonly last_payment_error: CardError | null;
  readonly next_action: {
    readonly type: 'use_stripe_sdk';
    readonly use_stripe_sdk: { readonly type: 'twin_challenge' };
  } | null;
};

/** Stripe's minimum charge in Singapore dollars (docs.stripe.com/currencies). */
const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;
const KNOWN = new Set([
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'confirm',
  'currency',
  'customer',
  'description',
  'expand',
  'metadata',
  'off_session',
  'payment_method',
  'payment_method_options',
  'receipt_email',
  'setup_future_usage',
  'statement_descriptor_suffix',
  'use_stripe_sdk',
]);

export async function createIntent(store: Store, form: Form): Promise<FakeIntent> {
  const unknown = Object.keys(form).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  if (form.automatic_payment_methods !== undefined && form.allowed_payment_method_types !== undefined) {
    throw invalid('automatic_payment_methods and allowed_payment_method_types exclude each other.');
  }
  const customer = textAt(form, 'customer') ?? null;
  if (customer !== null) await getCustomer(store, customer);
  const id = newStripeID('pi');
  const intent: FakeIntent = {
    id,
    object: 'payment_intent',
    amount: readAmount(form),
    amount_received: 0,
    canceled_at: null,
    client_secret: `${id}_secret_${newStripeID('s').slice(2)}`,
    created: nowSeconds(),
    currency: textAt(form, 'currency') ?? 'sgd',
    customer,
    description: textAt(form, 'description') ?? null,
    last_payment_error: null,
    livemode: false,
    metadata: textsAt(form, 'metadata'),
    next_action: null,
    payment_method: textAt(form, 'payment_method') ?? null,
    receipt_email: textAt(form, 'receipt_email') ?? null,
    setup_future_usage: textAt(form, 'setup_future_usage') === 'off_session' ? 'off_session' : null,
    status: 'requires_payment_method',
  };
  return textAt(form, 'confirm') === 'true' ? confirmIntent(store, intent, form) : save(store, intent);
}

export async function confirmIntent(store: Store, intent: FakeIntent, form: Form): Promise<FakeIntent> {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw wrongState(intent, 'confirm');
  const methodID = textAt(form, 'payment_method') ?? intent.payment_method;
  if (methodID === null) throw invalid('Give a payment_method to confirm.', { param: 'payment_method' });
  const method = await getMethod(store, methodID);
  if (method.customer !== null && method.customer !== intent.customer) {
    throw invalid('The PaymentMethod belongs to another customer.', { param: 'payment_method' });
  }
  const used: FakeIntent = { ...intent, payment_method: method.id };
  const offSession = textAt(form, 'off_session') === 'true';
  const refusal = bankRefusal(method);
  if (refusal !== null) return fail(store, used, refusal);
  if (!needsChallenge(method)) return succeed(store, used, method);
  if (offSession) return fail(store, used, AUTHENTICATION_REQUIRED);
  return save(store, {
    ...used,
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'twin_challenge' } },
  });
}

/** The cardholder passed or failed the bank's challenge. */
export async function answerChallenge(store: Store, id: string, passed: boolean): Promise<FakeIntent> {
  const intent = await lockIntent(store, id);
  if (intent.status !== 'requires_action' || intent.payment_method === null)
    throw wrongState(intent, 'answer');
  const answered: FakeIntent = { ...intent, next_action: null };
  if (passed) return succeed(store, answered, await getMethod(store, intent.payment_method));
  return save(store, {
    ...answered,
    status: 'requires_payment_method',
    last_payment_error: CHALLENGE_FAILED,
  });
}

export async function cancelIntent(store: Store, id: string): Promise<FakeIntent> {
  const intent = await lockIntent(store, id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw wrongState(intent, 'cancel');
  return save(store, { ...intent, status: 'canceled', canceled_at: nowSeconds(), next_action: null });
}

export async function lockIntent(store: Store, id: string): Promise<FakeIntent> {
  const intent = await store.lock<FakeIntent>('payment_intent', id);
  if (intent === null) throw missing('payment_intent', id, 'intent');
  return intent;
}

/** With `payment_method` expanded if the request asked for it. */
export async function expandIntent(store: Store, intent: FakeIntent, form: Form): Promise<object> {
  const wanted = Object.values(textsAt(form, 'expand'));
  const asked = wanted.includes('payment_method') || wanted.includes('data.payment_method');
  if (!asked || intent.payment_method === null) return intent;
  return { ...intent, payment_method: await getMethod(store, intent.payment_method) };
}

async function succeed(store: Store, intent: FakeIntent, method: FakeMethod): Promise<FakeIntent> {
  if (intent.setup_future_usage === 'off_session' && intent.customer !== null) {
    await setUpMethod(store, method, intent.customer);
  }
  const paid = { status: 'succeeded', amount_received: intent.amount, last_payment_error: null } as const;
  await disputeIfSo(store, intent, method);
  return save(store, { ...intent, ...paid });
}

async function fail(store: Store, intent: FakeIntent, error: CardError): Promise<never> {
  const failed = await save(store, {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: error,
    payment_method: null,
  });
  throw cardRefusal(error, { payment_intent: failed });
}

async function save(store: Store, intent: FakeIntent): Promise<FakeIntent> {
  await store.put('payment_intent', intent);
  return intent;
}

function wrongState(intent: FakeIntent, act: string) {
  return invalid(`You cannot ${act} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
  });
}

function readAmount(form: Form): number {
  const amount = Number(textAt(form, 'amount'));
  if (!Number.isInteger(amount) || amount < 1 || amount > MAX_CENTS) {
    throw invalid('Invalid integer: amount', { param: 'amount' });
  }
  if (amount < MIN_CENTS) {
    throw invalid('Amount must be at least $0.50 sgd', { code: 'amount_too_small', param: 'amount' });
  }
  return amount;
}

const AUTHENTICATION_REQUIRED: CardError = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};
const CHALLENGE_FAILED: CardError = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  decline_code: 'authentication_not_handled',
  message: 'We are unable to authenticate your payment method.',
};

type FakeDispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'reason' | 'status'
> & {
  readonly payment_intent: string;
  readonly evidence_details: Pick<Stripe.Dispute.EvidenceDetails, 'due_by'>;
};

/** Banks give a week or two to respond; a week here. */
const SECONDS_TO_ANSWER = 7 * 24 * 60 * 60;

/** Some test cards dispute a payment as soon as it was taken. */
async function disputeIfSo(store: Store, intent: FakeIntent, method: FakeMethod): Promise<void> {
  if (testCard(method.fake.card).disputed === true) await openDispute(store, intent);
}

/** The cardholder disputes a payment. */
export async function openDispute(store: Store, intent: FakeIntent): Promise<FakeDispute> {
  const dispute: FakeDispute = {
    id: newStripeID('dp'),
    object: 'dispute',
    amount: intent.amount,
    created: nowSeconds(),
    currency: intent.currency,
    evidence_details: { due_by: nowSeconds() + SECONDS_TO_ANSWER },
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  await store.put('dispute', dispute);
  return dispute;
}

export async function getDispute(store: Store, id: string): Promise<FakeDispute> {
  const dispute = await store.lock<FakeDispute>('dispute', id);
  if (dispute === null) throw missing('dispute', id, 'dispute');
  return dispute;
}

/** Whether the bank holds the money of a payment, or has returned it. */
export async function isDisputed(store: Store, intent: FakeIntent): Promise<boolean> {
  const disputes = await store.list<FakeDispute>('dispute', { limit: 10_000 });
  return disputes.some((one) => one.payment_intent === intent.id && one.status !== 'won');
}

/** The bank decides the dispute. */
export async function closeDispute(store: Store, id: string, won: boolean): Promise<FakeDispute> {
  const dispute = await getDispute(store, id);
  if (dispute.status !== 'needs_response') throw invalid('This dispute is already closed.');
  const closed: FakeDispute = { ...dispute, status: won ? 'won' : 'lost' };
  await store.put('dispute', closed);
  return closed;
}
