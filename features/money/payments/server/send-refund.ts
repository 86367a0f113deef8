import { answerOf } from '#platform/server/await-outcome.ts';
import type { Context } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/database.ts';
import { isTx } from '#platform/server/database/transaction.ts';
import type { FoundRefund, RefundOutcome } from '#platform/server/providers/payments.ts';
import { KEY_LIFETIME, REPEAT_AFTER } from '../rules/attempt.ts';
import { applyRefundOutcome } from './apply-refund-outcome.ts';
import { type CardRefund, toRefund } from './refunds.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'send-refund': { readonly refundId: string };
  }
}

/**
 * Task: sends a refund to the provider. Whoever claims the refund sends it, with its id as the idempotency
 * key.
 */
export async function sendRefund(ctx: Context, { refundId }: { readonly refundId: string }): Promise<void> {
  if (isTx(ctx)) throw new Error('Commit first: a refund cannot be rolled back.');
  const claimed = await claim(ctx, refundId);
  if (claimed === null) return;
  await applyRefundOutcome(ctx, refundId, await send(ctx, claimed));
}

/**
 * In a restored database: a refund that was not sent yet may have been sent since the backup. It counts as sent when it was
 * made, so that it is sent again only while the provider knows its key, and looked up after that.
 */
export async function lookUpRefundsFirst(db: Db): Promise<void> {
  await db
    .updateTable('payment_refund')
    .set(({ ref }) => ({ status: 'unknown', sent_at: ref('created_at'), next_check_at: ref('created_at') }))
    .where('status', '=', 'created')
    .where('sent_at', 'is', null)
    .execute();
}

/**
 * Looks up a refund at the provider; null if the provider has never seen it.
 * @throws if the provider cannot be reached
 */
export async function findRefund(ctx: Context, refund: CardRefund): Promise<FoundRefund | null> {
  const all = (await ctx.providers.payments.findRefunds(refund.paymentIntentId)) ?? [];
  const isIt = (one: FoundRefund) =>
    one.refundId === refund.id || one.providerRefundId === refund.providerRefundId;
  return all.find(isIt) ?? null;
}

/**
 * Claims the right to send: returns the refund, or null. One in flight belongs to its sender until that has
 * timed out.
 */
async function claim(ctx: Context, refundId: string): Promise<CardRefund | null> {
  const now = ctx.clock.now();
  const claimed = await ctx.db
    .updateTable('payment_refund')
    .set({ status: 'sent', sent_at: now.toString(), next_check_at: null })
    .where('id', '=', refundId)
    .where(({ or, and, eb }) =>
      or([
        eb('status', 'in', ['created', 'unknown']),
        and([eb('status', '=', 'sent'), eb('sent_at', '<=', now.subtract(REPEAT_AFTER).toString())]),
      ]),
    )
    // Once the provider has forgotten the key, a sent refund is looked up and never sent again.
    .where(({ or, eb }) =>
      or([eb('sent_at', 'is', null), eb('created_at', '>', now.subtract(KEY_LIFETIME).toString())]),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed === undefined ? null : toRefund(claimed);
}

function send(ctx: Context, refund: CardRefund): Promise<RefundOutcome> {
  return answerOf(() =>
    ctx.providers.payments.refund({
      refundId: refund.id,
      paymentIntentId: refund.paymentIntentId,
      amount: refund.cents,
      metadata: { transaction_id: refund.transactionId },
    }),
  );
}
