import { sql } from 'kysely';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Allocation } from '../rules/allocation.ts';
import { findStandingDispute } from './disputes.ts';
import { lockPaidFor, refundPayment } from './refund-payment.ts';

/** Refunds made per run; the rest wait for the next one. */
const REFUNDS_PER_RUN = 100;
const REASON = 'Visit cancelled, and the dispute is won';

/** Queues refunds of cancelled visits that were paid by a disputed payment, until the dispute is won. */
export async function addWaitingRefund(
  tx: Tx,
  { transactionID, parts }: { readonly transactionID: string; readonly parts: readonly Allocation[] },
): Promise<void> {
  const now = tx.clock.now().toString();
  const rows = parts.map(({ jobID, cents }) => ({
    id: tx.newID(),
    paymentID: transactionID,
    jobID,
    cents,
    requestedAt: now,
  }));
  await tx.db.insertInto('payment_waiting_refund').values(rows).execute();
}

/** The subset of these jobs whose refund waits for the end of a dispute. */
export async function jobsAwaitingRefund(
  { db }: Context,
  jobIDs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (jobIDs.length === 0) return new Set();
  const rows = await db
    .selectFrom('payment_waiting_refund')
    .select('jobID')
    .where('jobID', 'in', [...jobIDs])
    .where('endedAt', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.jobID));
}

/**
 * Cron job: makes the queued refunds whose dispute is won. If it was lost, the bank has returned the money,
 * and nothing more is refunded. Any number of workers may run it.
 */
export async function makeWaitingRefunds(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('payment_waiting_refund as waiting')
    .innerJoin('money_transaction as paid', 'paid.id', 'waiting.paymentID')
    .select(['waiting.id', 'waiting.paymentID'])
    .where('waiting.endedAt', 'is', null)
    .where(sql<boolean>`not exists (
      select from payment_dispute as dispute
      join payment_attempt as attempt on attempt.stripe_pi_id = dispute.payment_intent_id
      where attempt.id = paid.attempt_id and dispute.outcome is null)`)
    .orderBy('waiting.requestedAt')
    .limit(REFUNDS_PER_RUN)
    .execute();
  for (const { id, paymentID } of due) {
    const done = await inTransaction(ctx, (tx) => makeRefund(tx, id, paymentID));
    if (isRefusal(done)) ctx.log.warn({ id }, 'refund after a dispute failed; retrying in a minute');
  }
}

async function makeRefund(tx: Tx, id: string, paymentID: string): Promise<void> {
  await lockPaidFor(tx, paymentID);
  const waiting = await tx.db
    .selectFrom('payment_waiting_refund')
    .select(['jobID', 'cents'])
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (waiting === undefined || (await findStandingDispute(tx, paymentID)) === 'open') return;
  const parts = [{ jobID: waiting.jobID, cents: waiting.cents }];
  const refund = await refundPayment(tx, { transactionID: paymentID, parts, to: 'card', reason: REASON });
  if (isRefusal(refund)) tx.log.info({ id, code: refund.refusal }, 'refund after a dispute no longer due');
  await tx.db
    .updateTable('payment_waiting_refund')
    .set({
      endedAt: tx.clock.now().toString(),
      refundID: isRefusal(refund) ? null : refund.transactionID,
    })
    .where('id', '=', id)
    .execute();
}
