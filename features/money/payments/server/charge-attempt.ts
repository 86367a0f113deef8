import { answerOf, awaitOutcome } from '#platform/server/await-outcome.ts';
import type { Context } from '#platform/server/context.ts';
import { isTx } from '#platform/server/database/transaction.ts';
import type { ChargeOutcome } from '#platform/server/providers/payments.ts';
import { KEY_LIFETIME, REPEAT_AFTER } from '../rules/attempt.ts';
import { type Attempt, loadAttempt, toAttempt } from './attempts.ts';
import { findPayer } from './payer.ts';
import { type Settlement, settle, settlementOf } from './settle.ts';

/**
 * Charges an attempt and settles it. Called after the transaction that opened it has committed; the attempt's
 * id is the provider's key, so that however often and by whomever this is called, money is taken once.
 * Of many callers at once one charges and the others wait for the outcome.
 *
 * `pending`: nobody knows yet; the webhook or the sweep will settle it.
 */
export async function chargeAttempt(ctx: Context, attemptId: string): Promise<Settlement> {
  if (isTx(ctx)) throw new Error('Commit first: a charge cannot be rolled back.');
  const claimed = await claim(ctx, attemptId);
  if (claimed !== null) return settle(ctx, attemptId, await charge(ctx, claimed));
  const attempt = await loadAttempt(ctx, attemptId);
  if (attempt.status !== 'requires_action') {
    return settlementOf(ctx, await awaitOutcome(attempt, () => loadAttempt(ctx, attemptId)));
  }
  const found = await findOutcome(ctx, attempt);
  return found === null ? settlementOf(ctx, attempt) : settle(ctx, attemptId, found);
}

/**
 * Asks the provider what became of a charge that may have been sent; null when the provider has never seen it.
 */
export async function findOutcome(ctx: Context, attempt: Attempt): Promise<ChargeOutcome | null> {
  const isKnown = attempt.paymentIntentId !== null;
  const payer = isKnown ? null : await findPayer(ctx, attempt.customerId);
  return answerOf(() =>
    ctx.providers.payments.findCharge({
      customerRef: payer?.stripeCustomerId ?? null,
      attemptId: attempt.id,
      paymentIntentId: attempt.paymentIntentId,
    }),
  );
}

/**
 * Takes the right to charge: the attempt, or null. A charge that is on its way is left to who sent it, until that one
 * must have timed out. After 24 hours the key is no protection any more: then charges are looked up, never repeated.
 */
async function claim(ctx: Context, attemptId: string): Promise<Attempt | null> {
  const now = ctx.clock.now();
  const claimed = await ctx.db
    .updateTable('payment_attempt')
    .set({ status: 'sent', sent_at: now.toString(), next_check_at: null })
    .where('id', '=', attemptId)
    .where('created_at', '>', now.subtract(KEY_LIFETIME).toString())
    .where('failure_code', 'is', null) // an alarm waits for a person
    .where(({ or, and, eb }) =>
      or([
        eb('status', 'in', ['created', 'unknown']),
        and([eb('status', '=', 'sent'), eb('sent_at', '<=', now.subtract(REPEAT_AFTER).toString())]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed === undefined ? null : toAttempt(claimed);
}

async function charge(ctx: Context, attempt: Attempt): Promise<ChargeOutcome> {
  const { card, receiptEmail, description, offSession, packageId } = attempt.order;
  if (card === null) throw new Error(`Attempt ${attempt.id} is open and has no card.`);
  const payer = await findPayer(ctx, attempt.customerId);
  const outcome = await answerOf(() =>
    ctx.providers.payments.charge({
      attemptId: attempt.id,
      amount: attempt.amount,
      currency: 'SGD',
      instrument: card,
      customer: payer,
      receiptEmail,
      description,
      offSession,
      metadata: {
        attempt_id: attempt.id,
        customer_id: attempt.customerId,
        [attempt.purpose === 'job' ? 'job_id' : 'target_id']: attempt.targetId,
        ...(packageId === null ? {} : { package_id: packageId }),
      },
    }),
  );
  // A customer whom the provider knew before is no news: there is nothing to remember.
  const isKnown = outcome.status === 'succeeded' && outcome.stripeCustomerId === payer.stripeCustomerId;
  return isKnown ? { ...outcome, stripeCustomerId: null } : outcome;
}
