import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { CardFace, ChargeOutcome, StoredCard } from './payments.ts';

/** The browser sent an unknown or used token; this does not need investigation. */
const OF_THE_TOKEN = new Set(['resource_missing', 'token_already_used']);
/** About one payment, whose office sees it; other payments go on. Source: docs.stripe.com/error-codes. */
const OF_ONE_PAYMENT = new Set([
  'amount_too_large',
  'amount_too_small',
  'charge_already_refunded',
  'charge_disputed',
  'charge_exceeds_source_limit',
  'payment_intent_unexpected_state',
  'refund_disputed_payment',
  'setup_intent_unexpected_state',
]);
/** About the key or the account: nothing can be charged. */
const OF_THE_KEY = new Set(['StripeAuthenticationError', 'StripePermissionError']);

/** The payment's outcome according to a PaymentIntent (with `payment_method` expanded). */
export function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  if (intent.status === 'succeeded') {
    return {
      status: 'succeeded',
      paymentIntentID: intent.id,
      amount: intent.amount_received,
      currency: intent.currency.toUpperCase(),
      stripeCustomerID: typeof intent.customer === 'string' ? intent.customer : (intent.customer?.id ?? null),
      card: intent.setup_future_usage === 'off_session' ? cardOf(intent.payment_method) : null,
      paidWith: faceOf(intent.payment_method),
    };
  }
  if (intent.status === 'requires_action' && intent.client_secret !== null) {
    return { status: 'requires_action', paymentIntentID: intent.id, clientSecret: intent.client_secret };
  }
  if (intent.status === 'canceled')
    return { status: 'declined', paymentIntentID: intent.id, code: 'canceled' };
  if (intent.status === 'requires_payment_method') {
    const error = intent.last_payment_error;
    const code = error?.decline_code ?? error?.code ?? 'card_declined';
    return { status: 'declined', paymentIntentID: intent.id, code };
  }
  return { status: 'unknown', why: `The payment is ${intent.status}.` };
}

type ErrorOutcome =
  | {
      readonly status: 'declined';
      readonly paymentIntentID: string | null;
      readonly setupIntentID: string | null;
      readonly code: string;
    }
  | { readonly status: 'unknown'; readonly why: string };

/**
 * Maps a Stripe error to an outcome. Only an explicit refusal is a "no": after a lost connection, a 5xx, a conflict or
 * a reused key it is unknown whether money moved.
 */
export function refusalOf(error: unknown, log: Logger): ErrorOutcome {
  const { type, code, decline_code, payment_intent, setup_intent, message } =
    error as Partial<Stripe.errors.StripeError>;
  if (type === 'StripeCardError') {
    return {
      status: 'declined',
      paymentIntentID: payment_intent?.id ?? null,
      setupIntentID: setup_intent?.id ?? null,
      code: decline_code ?? code ?? 'card_declined',
    };
  }
  if (type === 'StripeInvalidRequestError' && code !== 'idempotency_key_in_use') {
    const about = { code, err: error };
    if (OF_THE_TOKEN.has(code ?? '')) log.info(about, 'Stripe refused a token');
    else if (OF_ONE_PAYMENT.has(code ?? '')) log.warn(about, 'Stripe refused one payment or refund');
    else log.error({ ...about, wake: true }, 'Stripe refused a request of ours');
    return {
      status: 'declined',
      paymentIntentID: null,
      setupIntentID: null,
      code: code ?? 'invalid_request',
    };
  }
  // Whether money moved is unknown all the same: the recovery asks once the key works again.
  if (OF_THE_KEY.has(type ?? '')) log.error({ err: error, wake: true }, 'Stripe refused our key');
  else log.warn({ err: error }, 'Stripe payment outcome unknown');
  return { status: 'unknown', why: `${type ?? 'Error'}: ${message ?? 'no message'}` };
}

function faceOf(method: string | Stripe.PaymentMethod | null): CardFace | null {
  if (method === null || typeof method === 'string' || !method.card) return null;
  return { brand: method.card.brand, last4: method.card.last4 };
}

/** The card of an expanded payment method; null for anything else. */
export function cardOf(method: string | Stripe.PaymentMethod | null): StoredCard | null {
  if (method === null || typeof method === 'string' || !method.card) return null;
  return {
    paymentMethodID: method.id,
    brand: method.card.brand,
    last4: method.card.last4,
    expiryMonth: method.card.exp_month,
    expiryYear: method.card.exp_year,
  };
}
