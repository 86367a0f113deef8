import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Breaker, MakeBreaker } from './breaker.ts';
import type { ChargeOrder, ChargeOutcome, ChargeSearch, PaymentEvent, PaymentProvider } from './payments.ts';
import { cancelCard, changeCard, findCard, forgetCustomer, keepCard } from './stripe-cards.ts';
import { makeCustomer, makeMethod } from './stripe-customers.ts';
import { findDispute } from './stripe-disputes.ts';
import { httpClientWith } from './stripe-http.ts';
import { outcomeOf, refusalOf } from './stripe-outcomes.ts';
import { findRefunds, refund } from './stripe-refunds.ts';

export interface StripeAccount {
  readonly secretKey: string;
  /** Null: cards are entered in the sandbox form. */
  readonly publishableKey: string | null;
  readonly webhookSecret: string;
  /** Base URL of another Stripe API, such as a fake; null for the real one. */
  readonly apiUrl: string | null;
  readonly log: Logger;
  readonly makeBreaker: MakeBreaker;
}

const TIMEOUT_MS = 10_000;
/** Longer than the library's own timeout, which ends silence; this one also ends a reply that trickles. */
const LONGEST_REQUEST_MS = 15_000;
/** Retries are safe because of our idempotency keys. */
const NETWORK_RETRIES = 1;
/** Without a customer to narrow the search, this many of the newest payments are searched for a lost one. */
const MAX_LOOKED_THROUGH = 2000;

/**
 * Card payments with Stripe's PaymentIntents (API 2026-10-28.endive). The library is loaded on first use. Tokens become
 * payment methods; a card is saved in the payment itself (setup_future_usage), so that it can be charged off-session
 * later.
 */
export function stripePayments(account: StripeAccount): PaymentProvider {
  const breaker = account.makeBreaker({ provider: 'Stripe', timeoutMs: LONGEST_REQUEST_MS });
  let client: Promise<Stripe> | undefined;
  const stripe = () => {
    client ??= openStripe(account, breaker);
    return client;
  };
  return {
    publishableKey: account.publishableKey,
    check: async () => void (await (await stripe()).balance.retrieve()),
    charge: async (order) => charge(await stripe(), account.log, order),
    findCharge: async (search) => findCharge(await stripe(), search),
    cancelCharge: async (id) => cancelCharge(await stripe(), account.log, id),
    refund: async (order) => refund(await stripe(), account.log, order),
    findRefunds: async (paymentIntentID) => findRefunds(await stripe(), paymentIntentID),
    keepCard: async (order) => keepCard(await stripe(), account.log, order),
    findCard: async (search) => findCard(await stripe(), search),
    cancelCard: async (id) => cancelCard(await stripe(), account.log, id),
    changeCard: async (change) => changeCard(await stripe(), change),
    forgetCustomer: async (payer) => forgetCustomer(await stripe(), payer),
    findDispute: async (id) => findDispute(await stripe(), id),
    readEvent: async (rawBody, signature) =>
      readEvent(await stripe(), account.webhookSecret, { rawBody, signature }),
  };
}

async function openStripe(account: StripeAccount, breaker: Breaker): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const url = account.apiUrl === null ? null : new URL(account.apiUrl);
  return new StripeClient(account.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    httpClient: httpClientWith(breaker, StripeClient.createNodeHttpClient()),
    ...(url && {
      host: url.hostname,
      port: url.port,
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

async function charge(stripe: Stripe, log: Logger, order: ChargeOrder): Promise<ChargeOutcome> {
  try {
    const customer = order.customer.stripeCustomerID ?? (await makeCustomer(stripe, order.customer));
    const method = await methodFor(stripe, order);
    const intent = await stripe.paymentIntents.create(
      {
        amount: order.amount,
        currency: order.currency.toLowerCase(),
        customer,
        payment_method: method,
        confirm: true,
        allowed_payment_method_types: ['card'],
        use_stripe_sdk: !order.offSession,
        description: order.description,
        metadata: { ...order.metadata, attempt_id: order.attemptID, customer_id: order.customer.id },
        expand: ['payment_method'],
        ...(order.receiptEmail !== null && { receipt_email: order.receiptEmail }),
        ...(order.instrument.kind === 'token' &&
          order.instrument.keep && { setup_future_usage: 'off_session' }),
        ...(order.offSession && {
          off_session: true,
          payment_method_options: { card: { stored_credential_usage: 'unscheduled' } },
        }),
      },
      { idempotencyKey: order.attemptID },
    );
    return checked(outcomeOf(intent), order, log);
  } catch (error) {
    return refusalOf(error, log);
  }
}

/** Stripe charged something other than what was requested: nothing may rely on it until a person has checked. */
function checked(outcome: ChargeOutcome, order: ChargeOrder, log: Logger): ChargeOutcome {
  if (outcome.status !== 'succeeded') return outcome;
  if (outcome.amount === order.amount && outcome.currency === order.currency) return outcome;
  const { paymentIntentID, amount, currency } = outcome;
  log.error(
    { wake: true, paymentIntentID, amount, currency, asked: order.amount },
    'Stripe charged a different amount or currency',
  );
  return {
    status: 'unknown',
    why: `Stripe took ${amount} ${currency}, not ${order.amount} ${order.currency}.`,
  };
}

function methodFor(stripe: Stripe, { instrument, attemptID }: ChargeOrder): Promise<string> | string {
  if (instrument.kind === 'stored') return instrument.paymentMethodID;
  return makeMethod(stripe, { token: instrument.token, forID: attemptID });
}

/** @throws when Stripe is unreachable: the outcome stays unknown, and the next attempt asks again */
async function findCharge(stripe: Stripe, search: ChargeSearch): Promise<ChargeOutcome | null> {
  const expand = ['payment_method'];
  if (search.paymentIntentID !== null) {
    return outcomeOf(await stripe.paymentIntents.retrieve(search.paymentIntentID, { expand }));
  }
  const listed = stripe.paymentIntents.list({
    limit: 100,
    expand: ['data.payment_method'],
    ...(search.customerRef !== null && { customer: search.customerRef }),
  });
  let looked = 0;
  for await (const intent of listed) {
    if (intent.metadata.attempt_id === search.attemptID) return outcomeOf(intent);
    looked += 1;
    if (looked >= MAX_LOOKED_THROUGH)
      return { status: 'unknown', why: `Not among the newest ${looked} payments.` };
  }
  return null;
}

async function cancelCharge(stripe: Stripe, log: Logger, id: string): Promise<ChargeOutcome> {
  try {
    return outcomeOf(await stripe.paymentIntents.cancel(id, {}, { idempotencyKey: `cancel:${id}` }));
  } catch (error) {
    log.info({ err: error, paymentIntentID: id }, 'could not cancel payment intent');
    const standing = await findCharge(stripe, { paymentIntentID: id, customerRef: null, attemptID: '' });
    return standing ?? { status: 'unknown', why: 'The payment was neither cancelled nor found.' };
  }
}

/** Stripe signs with the real time, so this compares with that, not with the app's clock. */
function readEvent(
  stripe: Stripe,
  secret: string,
  { rawBody, signature }: { readonly rawBody: Buffer; readonly signature: string },
): PaymentEvent | null {
  try {
    const event = stripe.webhooks.constructEvent(rawBody, signature, secret);
    return { id: event.id, type: event.type, ...subjectOf(event.data.object) };
  } catch {
    return null; // the library throws on a wrong or old signature, and on invalid JSON
  }
}

function subjectOf(subject: object) {
  const { object, id, payment_intent, metadata } = subject as {
    object?: string;
    id?: string;
    payment_intent?: unknown;
    metadata?: Record<string, string>;
  };
  const intent = object === 'payment_intent' ? id : payment_intent;
  return {
    about: object ?? '',
    aboutID: id ?? null,
    paymentIntentID: typeof intent === 'string' ? intent : null,
    attemptID: metadata?.attempt_id ?? null,
  };
}
