import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { CardChange, CardOrder, CardOutcome, CardSearch, CustomerToForget } from './payments.ts';
import { makeCustomer, makeMethod } from './stripe-customers.ts';
import { cardOf, refusalOf } from './stripe-outcomes.ts';

/** Without a customer to narrow the search, this many of the newest set-ups are searched for a lost one. */
const MAX_LOOKED_THROUGH = 2000;

/** Uses a SetupIntent, so that the card can be charged off-session later; attaching it would not be enough. */
export async function keepCard(stripe: Stripe, log: Logger, order: CardOrder): Promise<CardOutcome> {
  try {
    const customer = order.customer.stripeCustomerID ?? (await makeCustomer(stripe, order.customer));
    const method = await makeMethod(stripe, { token: order.token, forID: order.setupID });
    const setup = await stripe.setupIntents.create(
      {
        customer,
        payment_method: method,
        confirm: true,
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
        use_stripe_sdk: true,
        payment_method_options: { card: { setup_credential_usage: 'unscheduled' } },
        metadata: { attempt_id: order.setupID, customer_id: order.customer.id },
        expand: ['payment_method'],
      },
      { idempotencyKey: `si:${order.setupID}` },
    );
    return outcomeOf(setup);
  } catch (error) {
    return refusalOf(error, log);
  }
}

/** @throws when Stripe is unreachable: the outcome stays unknown, and the next attempt asks again */
export async function findCard(stripe: Stripe, search: CardSearch): Promise<CardOutcome | null> {
  if (search.setupIntentID !== null) return readSetup(stripe, search.setupIntentID);
  const listed = stripe.setupIntents.list({
    limit: 100,
    expand: ['data.payment_method'],
    ...(search.customerRef !== null && { customer: search.customerRef }),
  });
  let looked = 0;
  for await (const setup of listed) {
    if (setup.metadata?.attempt_id === search.setupID) return outcomeOf(setup);
    looked += 1;
    if (looked >= MAX_LOOKED_THROUGH) {
      return { status: 'unknown', why: `Not among the newest ${looked} set-ups.` };
    }
  }
  return null;
}

export async function cancelCard(stripe: Stripe, log: Logger, id: string): Promise<CardOutcome> {
  try {
    return outcomeOf(await stripe.setupIntents.cancel(id, {}, { idempotencyKey: `cancel:${id}` }));
  } catch (error) {
    log.info({ err: error, setupIntentID: id }, 'could not cancel setup intent');
    const standing = await readSetup(stripe, id);
    return standing ?? { status: 'unknown', why: 'The set-up was neither cancelled nor found.' };
  }
}

/** @throws when Stripe is unreachable: retry */
export async function changeCard(stripe: Stripe, change: CardChange): Promise<void> {
  await stripe.customers.update(change.stripeCustomerID, {
    invoice_settings: { default_payment_method: change.paymentMethodID },
  });
  if (change.replaces !== null) await detachCard(stripe, change.replaces);
}

/**
 * The customer object stays, because its payments may still be refunded or disputed; its personal details are removed.
 * @throws when Stripe is unreachable: retry
 */
export async function forgetCustomer(stripe: Stripe, payer: CustomerToForget): Promise<void> {
  await stripe.customers.update(payer.stripeCustomerID, { name: '', email: '', phone: '' });
  if (payer.paymentMethodID !== null) await detachCard(stripe, payer.paymentMethodID);
}

async function detachCard(stripe: Stripe, paymentMethodID: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(paymentMethodID);
  } catch (error) {
    // Already removed by an earlier attempt or manually, which is the goal.
    if ((error as Partial<Stripe.errors.StripeError>).type !== 'StripeInvalidRequestError') throw error;
  }
}

async function readSetup(stripe: Stripe, id: string): Promise<CardOutcome | null> {
  try {
    return outcomeOf(await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }));
  } catch (error) {
    if ((error as Partial<Stripe.errors.StripeError>).code === 'resource_missing') return null;
    throw error;
  }
}

/** The card's outcome according to a SetupIntent (with `payment_method` expanded). */
function outcomeOf(setup: Stripe.SetupIntent): CardOutcome {
  const setupIntentID = setup.id;
  if (setup.status === 'succeeded') {
    const card = cardOf(setup.payment_method);
    const stripeCustomerID = typeof setup.customer === 'string' ? setup.customer : setup.customer?.id;
    if (card === null || stripeCustomerID === undefined) {
      return { status: 'unknown', why: 'The set-up has no card, or no customer.' };
    }
    return { status: 'succeeded', setupIntentID, stripeCustomerID, card };
  }
  if (setup.status === 'requires_action' && setup.client_secret !== null) {
    return { status: 'requires_action', setupIntentID, clientSecret: setup.client_secret };
  }
  if (setup.status === 'canceled') return { status: 'declined', setupIntentID, code: 'canceled' };
  if (setup.status === 'requires_payment_method') {
    const error = setup.last_setup_error;
    const code = error?.decline_code ?? error?.code ?? 'card_declined';
    return { status: 'declined', setupIntentID, code };
  }
  return { status: 'unknown', why: `The set-up is ${setup.status}.` };
}
