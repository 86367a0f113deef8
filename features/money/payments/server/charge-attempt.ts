import { answerOf, awaitOutcome } from '#platform/server/await-outcome.ts';
import type { Context } from '#platform/server/context.ts';
import { isTx } from '#platform/server/database/transaction.ts';
import type { ChargeOutcome } from '#platform/server/providers/payments.ts';
import { KEY_LIFETIME, REPEAT_AFTER } from '../rules/attempt.ts';
import { applyOutcome, outcomeOfAttempt, type PaymentOutcome } from './apply-outcome.ts';
import { type Attempt, loadAttempt, toAttempt } from './attempts.ts';
import { findPayer } from './payer.ts';

/**
 * Charges an attempt and applies the outcome. Must be called after the transaction that opened the attempt
 * has committed. The attempt's id is the provider's idempotency key, so the money is taken once however often
 * this is called. Of several concurrent callers, one charges and the others wait for the outcome.
 *
 * `pending`: the outcome is unknown; the webhook or the cron job will apply it.
 */
export async function chargeAttempt(ctx: Context, attemptID: string): Promise<PaymentOutcome> {
  if (isTx(ctx)) throw new Error('Commit first: a charge cannot be rolled back.');
  const claimed = await claim(ctx, attemptID);
  if (claimed !== null) return applyOutcome(ctx, attemptID, await charge(ctx, claimed));
  const attempt = await loadAttempt(ctx, attemptID);
  if (attempt.status !== 'requires_action') {
    return outcomeOfAttempt(ctx, await awaitOutcome(attempt, () => loadAttempt(ctx, attemptID)));
  }
  const found = await findOutcome(ctx, attempt);
  return found === null ? outcomeOfAttempt(ctx, attempt) : applyOutcome(ctx, attemptID, found);
}

/** Looks up a charge that may have been sent at the provider; null if the provider has never seen it. */
export async function findOutcome(ctx: Context, attempt: Attempt): Promise<ChargeOutcome | null> {
  const isKnown = attempt.paymentIntentID !== null;
  const payer = isKnown ? null : await findPayer(ctx, attempt.customerID);
  return answerOf(() =>
    ctx.providers.payments.findCharge({
      customerRef: payer?.stripeCustomerID ?? null,
      attemptID: attempt.id,
      paymentIntentID: attempt.paymentIntentID,
    }),
  );
}

/**
 * Claims the right to charge: returns the attempt, or null. A charge in flight belongs to its sender until
 * that must have timed out. After 24 hours the key no longer protects against a second charge: then charges
 * are looked up, never repeated.
 */
async function claim(ctx: Context, attemptID: string): Promise<Attempt | null> {
  const now = ctx.clock.now();
  const claimed = await ctx.db
    .updateTable('payment_attempt')
    .set({ status: 'sent', sentAt: now.toString(), nextCheckAt: null })
    .where('id', '=', attemptID)
    .where('createdAt', '>', now.subtract(KEY_LIFETIME).toString())
    .where('failureCode', 'is', null) // an alarm waits for the office
    .where(({ or, and, eb }) =>
      or([
        eb('status', 'in', ['created', 'unknown']),
        and([eb('status', '=', 'sent'), eb('sentAt', '<=', now.subtract(REPEAT_AFTER).toString())]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed === undefined ? null : toAttempt(claimed);
}

async function charge(ctx: Context, attempt: Attempt): Promise<ChargeOutcome> {
  const { card, receiptEmail, description, offSession, packageID } = attempt.order;
  if (card === null) throw new Error(`Attempt ${attempt.id} is open and has no card token.`);
  const payer = await findPayer(ctx, attempt.customerID);
  const outcome = await answerOf(() =>
    ctx.providers.payments.charge({
      attemptID: attempt.id,
      amount: attempt.amount,
      currency: 'SGD',
      instrument: card,
      customer: payer,
      receiptEmail,
      description,
      offSession,
      metadata: {
        attemptID: attempt.id,
        customerID: attempt.customerID,
        [attempt.purpose === 'job' ? 'jobID' : 'targetID']: attempt.targetID,
        ...(packageID === null ? {} : { packageID }),
      },
    }),
  );
  // A customer that the provider already knew needs no update.
  const isKnown = outcome.status === 'succeeded' && outcome.stripeCustomerID === payer.stripeCustomerID;
  return isKnown ? { ...outcome, stripeCustomerID: null } : outcome;
}
