import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { FoundRefund, RefundOrder, RefundOutcome } from './payments.ts';
import { refusalOf } from './stripe-outcomes.ts';

export async function refund(stripe: Stripe, log: Logger, order: RefundOrder): Promise<RefundOutcome> {
  try {
    const made = await stripe.refunds.create(
      {
        payment_intent: order.paymentIntentID,
        amount: order.amount,
        metadata: { ...order.metadata, refund_id: order.refundID },
      },
      { idempotencyKey: `refund:${order.refundID}` },
    );
    const found = toFound(made);
    if (found === null) return { status: 'unknown', why: 'The reply is not a refund.' };
    const { providerRefundID, status, code } = found;
    if (found.amount !== order.amount) return { status: 'unknown', why: `${found.amount} were refunded.` };
    return status === 'failed'
      ? { status, providerRefundID, code: code ?? 'failed' }
      : { status, providerRefundID };
  } catch (error) {
    const outcome = refusalOf(error, log);
    return outcome.status === 'declined'
      ? { status: 'failed', providerRefundID: null, code: outcome.code }
      : { status: 'unknown', why: outcome.why };
  }
}

/** @throws when Stripe is unreachable: the state stays unknown, and the next attempt asks again */
export async function findRefunds(
  stripe: Stripe,
  paymentIntentID: string,
): Promise<readonly FoundRefund[] | null> {
  const found: FoundRefund[] = [];
  try {
    for await (const one of stripe.refunds.list({ payment_intent: paymentIntentID, limit: 100 })) {
      const refunded = toFound(one);
      if (refunded !== null) found.push(refunded);
    }
    return found;
  } catch (error) {
    if ((error as Partial<Stripe.errors.StripeError>).code === 'resource_missing') return null;
    throw error;
  }
}

/** Null if it is not a refund. */
function toFound(made: Stripe.Refund): FoundRefund | null {
  if (made.object !== 'refund' || typeof made.id !== 'string') return null;
  return {
    providerRefundID: made.id,
    refundID: made.metadata?.refund_id ?? null,
    amount: made.amount,
    currency: made.currency.toUpperCase(),
    status: statusOf(made.status),
    code: made.failure_reason ?? null,
  };
}

function statusOf(status: string | null): FoundRefund['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}
