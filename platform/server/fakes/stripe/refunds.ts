import type Stripe from 'stripe';
import { getMethod } from './customers-and-cards.ts';
import { type Form, textAt, textsAt } from './form.ts';
import { type FakeIntent, isDisputed, lockIntent } from './payment-intents.ts';
import { newStripeID, nowSeconds, type Store } from './store.ts';
import { invalid, missing } from './stripe-error.ts';
import { testCard } from './test-cards.ts';

export type FakeRefund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'status' | 'failure_reason'
> & { readonly payment_intent: string };

/** Refunds all that is left, or `amount` of it, never more. With some test cards it is pending first. */
export async function createRefund(store: Store, form: Form): Promise<FakeRefund> {
  const intent = await lockIntent(store, textAt(form, 'payment_intent') ?? '');
  if (intent.status !== 'succeeded') throw invalid('This PaymentIntent has no successful charge to refund.');
  if (await isDisputed(store, intent)) {
    throw invalid('This charge has been charged back.', { code: 'charge_disputed' });
  }
  const left = intent.amount_received - (await refundedOf(store, intent));
  const amount = Number(textAt(form, 'amount') ?? left);
  if (left === 0) throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' });
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    throw invalid(`Refund amount is greater than unrefunded amount on charge (${left}).`, {
      param: 'amount',
    });
  }
  const refund: FakeRefund = {
    id: newStripeID('re'),
    object: 'refund',
    amount,
    created: nowSeconds(),
    currency: intent.currency,
    metadata: textsAt(form, 'metadata'),
    payment_intent: intent.id,
    status: (await plannedRefundOutcome(store, intent)) === 'pending' ? 'pending' : 'succeeded',
  };
  await store.put('refund', refund);
  return refund;
}

export async function getRefund(store: Store, id: string): Promise<FakeRefund> {
  const refund = await store.lock<FakeRefund>('refund', id);
  if (refund === null) throw missing('refund', id, 'refund');
  return refund;
}

/** Newest first. */
export async function listRefunds(store: Store, form: Form): Promise<object> {
  const intentID = textAt(form, 'payment_intent');
  if (intentID !== undefined) await lockIntent(store, intentID);
  const all = await store.list<FakeRefund>('refund', { limit: 10_000 });
  const data = all.filter((refund) => intentID === undefined || refund.payment_intent === intentID);
  return { object: 'list', url: '/v1/refunds', has_more: false, data };
}

/**
 * Advances a refund some time later, depending on its card: a pending one succeeds, one that seemed to succeed fails.
 * Null when nothing more happens to it.
 */
export async function applyRefundOutcome(store: Store, id: string): Promise<FakeRefund | null> {
  const refund = await getRefund(store, id);
  const turn = await plannedRefundOutcome(store, await lockIntent(store, refund.payment_intent));
  const arrives = turn === 'pending' && refund.status === 'pending';
  const fails = turn === 'fails' && refund.status === 'succeeded';
  if (!arrives && !fails) return null;
  const settled: FakeRefund = arrives
    ? { ...refund, status: 'succeeded' }
    : { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
  await store.put('refund', settled);
  return settled;
}

async function plannedRefundOutcome(
  store: Store,
  intent: FakeIntent,
): Promise<'pending' | 'fails' | undefined> {
  if (intent.payment_method === null) return undefined;
  return testCard((await getMethod(store, intent.payment_method)).fake.card).refund;
}

/** A payment has few refunds, and a sandbox few payments. A failed refund returned nothing. */
async function refundedOf(store: Store, intent: FakeIntent): Promise<number> {
  const refunds = await store.list<FakeRefund>('refund', { limit: 10_000 });
  return refunds
    .filter((refund) => refund.payment_intent === intent.id && refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amount, 0);
}
