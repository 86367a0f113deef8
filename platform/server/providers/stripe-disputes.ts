import type Stripe from 'stripe';
import type { FoundDispute } from './payments.ts';

/** @throws when Stripe is unreachable: the state stays unknown, and the next attempt asks again */
export async function findDispute(stripe: Stripe, disputeID: string): Promise<FoundDispute | null> {
  try {
    const dispute = await stripe.disputes.retrieve(disputeID);
    const { payment_intent: intent } = dispute;
    const dueBy = dispute.evidence_details?.due_by ?? null;
    return {
      disputeID: dispute.id,
      paymentIntentID: typeof intent === 'string' ? intent : (intent?.id ?? null),
      amount: dispute.amount,
      currency: dispute.currency.toUpperCase(),
      reason: dispute.reason,
      state: stateOf(dispute.status),
      dueBy: dueBy === null ? null : Temporal.Instant.fromEpochMilliseconds(dueBy * 1000),
    };
  } catch (error) {
    if ((error as Partial<Stripe.errors.StripeError>).code === 'resource_missing') return null;
    throw error;
  }
}

function stateOf(status: Stripe.Dispute.Status): FoundDispute['state'] {
  if (status === 'won') return 'won';
  if (status === 'lost') return 'lost';
  return status === 'warning_closed' || status === 'prevented' ? 'closed' : 'open';
}
