import type Stripe from 'stripe';
import type { FakeMethod } from './customers-and-cards.ts';
import type { FakeIntent } from './payment-intents.ts';
import { newStripeId, nowSeconds, type Store } from './store.ts';
import { invalid, missing } from './stripe-error.ts';
import { testCard } from './test-cards.ts';

export type FakeDispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'reason' | 'status'
> & {
  readonly payment_intent: string;
  readonly evidence_details: Pick<Stripe.Dispute.EvidenceDetails, 'due_by'>;
};

/** Banks give a week or two to respond; a week here. */
const SECONDS_TO_ANSWER = 7 * 24 * 60 * 60;

/** Some test cards dispute a payment as soon as it was taken. */
export async function disputeIfSo(store: Store, intent: FakeIntent, method: FakeMethod): Promise<void> {
  if (testCard(method.fake.card).disputed === true) await openDispute(store, intent);
}

/** The cardholder disputes a payment. */
export async function openDispute(store: Store, intent: FakeIntent): Promise<FakeDispute> {
  const dispute: FakeDispute = {
    id: newStripeId('dp'),
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
