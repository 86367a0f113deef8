import type Stripe from 'stripe';
import { type Form, textAt, textsAt } from './form.ts';
import { newStripeID, nowSeconds, type Store } from './store.ts';
import { invalid, missing, StripeRefusal } from './stripe-error.ts';
import { testCard, testCardName } from './test-cards.ts';

export type FakeCustomer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'livemode' | 'email' | 'name' | 'phone' | 'metadata'
> & { readonly invoice_settings: { readonly default_payment_method: string | null } };

export type FakeMethod = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'created' | 'livemode' | 'type'> & {
  readonly customer: string | null;
  readonly card: Pick<
    Stripe.PaymentMethod.Card,
    'brand' | 'last4' | 'exp_month' | 'exp_year' | 'fingerprint'
  >;
  /** The fake's own data: which test card it is, and whether its owner agreed to later use. */
  readonly fake: { readonly card: string; readonly setUp: boolean };
};

/** A card that was entered in the sandbox's card form; single use. */
export interface FakeToken {
  readonly id: string;
  readonly object: 'token';
  readonly created: number;
  readonly card: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly used: boolean;
}

export async function createCustomer(store: Store, form: Form): Promise<FakeCustomer> {
  const customer = {
    id: newStripeID('cus'),
    object: 'customer',
    created: nowSeconds(),
    livemode: false,
    email: textAt(form, 'email') ?? null,
    name: textAt(form, 'name') ?? null,
    phone: textAt(form, 'phone') ?? null,
    metadata: textsAt(form, 'metadata'),
    invoice_settings: { default_payment_method: null },
  } as const satisfies FakeCustomer;
  await store.put('customer', customer);
  return customer;
}

export async function updateCustomer(store: Store, id: string, form: Form): Promise<FakeCustomer> {
  const customer = await getCustomer(store, id);
  const method = textAt(form, 'invoice_settings', 'default_payment_method');
  const changed: FakeCustomer = {
    ...customer,
    email: changedText(form, 'email', customer.email),
    name: changedText(form, 'name', customer.name),
    phone: changedText(form, 'phone', customer.phone),
    metadata: { ...customer.metadata, ...textsAt(form, 'metadata') },
    invoice_settings: { default_payment_method: method ?? customer.invoice_settings.default_payment_method },
  };
  await store.put('customer', changed);
  return changed;
}

/** As in Stripe's API, an empty text removes a field. */
function changedText(form: Form, name: string, before: string | null | undefined): string | null {
  return form[name] === '' ? null : (textAt(form, name) ?? before ?? null);
}

export async function getCustomer(store: Store, id: string): Promise<FakeCustomer> {
  const customer = await store.get<FakeCustomer>('customer', id);
  if (customer === null) throw missing('customer', id, 'customer');
  return customer;
}

export async function createMethod(store: Store, form: Form): Promise<FakeMethod> {
  const token = textAt(form, 'card', 'token');
  if (textAt(form, 'type') !== 'card' || token === undefined) {
    throw invalid('This fake makes payment methods of type card from card[token] only.', { param: 'card' });
  }
  const name = testCardName(token);
  if (name !== null) return keepMethod(store, name, { expMonth: 12, expYear: 2034 });
  const typed = await store.lock<FakeToken>('token', token);
  if (typed === null) throw missing('token', token, 'card[token]');
  if (typed.used) {
    const message = `You cannot use a Stripe token more than once: ${token}.`;
    throw invalid(message, { code: 'token_already_used', param: 'card[token]' });
  }
  await store.put('token', { ...typed, used: true } as FakeToken);
  return keepMethod(store, typed.card, typed);
}

/** Finds a payment method by its id; Stripe's ready-made `pm_card_…` are created on first use. */
export async function getMethod(store: Store, id: string): Promise<FakeMethod> {
  const found = await store.get<FakeMethod>('payment_method', id);
  if (found !== null) return found;
  const name = id.startsWith('pm_card_') ? testCardName(id) : null;
  if (name === null) throw missing('PaymentMethod', id, 'payment_method');
  return keepMethod(store, name, { expMonth: 12, expYear: 2034 });
}

export async function attachMethod(store: Store, id: string, customer: string): Promise<FakeMethod> {
  const method = await getMethod(store, id);
  if (method.customer !== null && method.customer !== customer) {
    throw invalid('The payment method you provided has already been attached to a customer.');
  }
  await getCustomer(store, customer);
  const attached: FakeMethod = { ...method, customer };
  await store.put('payment_method', attached);
  return attached;
}

export async function detachMethod(store: Store, id: string): Promise<FakeMethod> {
  const method = await getMethod(store, id);
  if (method.customer === null) {
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  const detached: FakeMethod = { ...method, customer: null };
  await store.put('payment_method', detached);
  return detached;
}

/** Saves a card for later off-session payments: attached, and set up. */
export async function setUpMethod(store: Store, method: FakeMethod, customer: string): Promise<FakeMethod> {
  const ready: FakeMethod = { ...method, customer, fake: { ...method.fake, setUp: true } };
  await store.put('payment_method', ready);
  return ready;
}

async function keepMethod(
  store: Store,
  name: string,
  expiry: { readonly expMonth: number; readonly expYear: number },
): Promise<FakeMethod> {
  const { number, brand } = testCard(name);
  const method: FakeMethod = {
    id: newStripeID('pm'),
    object: 'payment_method',
    created: nowSeconds(),
    livemode: false,
    type: 'card',
    customer: null,
    card: {
      brand,
      last4: number.slice(-4),
      exp_month: expiry.expMonth,
      exp_year: expiry.expYear,
      fingerprint: `twin${name}`,
    },
    fake: { card: name, setUp: false },
  };
  await store.put('payment_method', method);
  return method;
}

/** The bank's error when its card is used; null if accepted. */
export function bankRefusal(method: FakeMethod): CardError | null {
  const { decline } = testCard(method.fake.card);
  if (decline === undefined) return null;
  return {
    type: 'card_error',
    code: decline.code,
    decline_code: decline.declineCode,
    message: MESSAGES[decline.declineCode] ?? 'Your card was declined.',
  };
}

export function needsChallenge(method: FakeMethod): boolean {
  const { challenge } = testCard(method.fake.card);
  return challenge === 'always' || (challenge === 'until-set-up' && !method.fake.setUp);
}

export interface CardError {
  readonly type: 'card_error';
  readonly code: string;
  readonly decline_code: string;
  readonly message: string;
}

/** The reply to a failed payment; the objects it changed stay. */
export function cardRefusal(error: CardError, about: Readonly<Record<string, unknown>>): StripeRefusal {
  return new StripeRefusal(402, { ...error, ...about }, true);
}

const MESSAGES: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
};
