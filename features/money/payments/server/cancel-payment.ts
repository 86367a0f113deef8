import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { isTx } from '#platform/server/database/transaction.ts';
import { OPEN, type Purpose } from '../rules/attempt.ts';
import { applyOutcome, endUnsent } from './apply-outcome.ts';
import { type Attempt, findActiveAttempt, loadAttempt } from './attempts.ts';
import { findOutcome } from './charge-attempt.ts';

/**
 * Ends the open payment of a target, because the customer wants to pay another way. An attempt that was never
 * sent is closed; one with an open challenge is cancelled at the provider; one whose reply was lost is looked
 * up first. If the payment has succeeded meanwhile, that outcome is applied. Null if no payment is open any
 * more.
 *
 * @returns `payment_in_progress` while the outcome cannot be determined.
 */
export async function cancelOpenPayment(
  ctx: Context,
  of: { readonly purpose: Purpose; readonly targetId: string },
): Promise<Refusal<'payment_in_progress'> | null> {
  if (isTx(ctx)) throw new Error('Commit first: a payment cannot be cancelled inside a transaction.');
  const active = await findActiveAttempt(ctx, of);
  if (active === null || active.status === 'succeeded') return null;
  if (active.status === 'created') await endUnsent(ctx, active);
  if (active.status === 'unknown') await lookUp(ctx, active);
  const { status, paymentIntentId } = await loadAttempt(ctx, active.id);
  if (status === 'requires_action' && paymentIntentId !== null) {
    await applyOutcome(ctx, active.id, await ctx.providers.payments.cancelCharge(paymentIntentId));
  }
  const after = await loadAttempt(ctx, active.id);
  return OPEN.includes(after.status) ? refuse('payment_in_progress') : null;
}

async function lookUp(ctx: Context, attempt: Attempt): Promise<void> {
  const found = await findOutcome(ctx, attempt);
  if (found !== null) await applyOutcome(ctx, attempt.id, found);
}
