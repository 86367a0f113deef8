import { sql } from 'kysely';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { PaymentMethod } from '../rules/transaction.ts';

/** What has not been refunded of a payment for a job. */
export interface PaidForJob {
  readonly transactionId: string;
  readonly cents: Cents;
  readonly method: PaymentMethod;
}

/**
 * The payments, by card or by hand, that a job can be refunded from, newest first. Unwanted payments are left
 * out, because the office resolves them by their alarms; so are payments that a bank has returned to the
 * cardholder.
 */
export async function paidForJob({ db }: Context, jobId: string): Promise<PaidForJob[]> {
  const payments = await db
    .selectFrom('payment_allocation as part')
    .innerJoin('money_transaction as moved', 'moved.id', 'part.transaction_id')
    .innerJoin('money_transaction as paid', (join) =>
      join.on('paid.id', '=', sql`coalesce(moved.refund_of, moved.id)`),
    )
    .select(['paid.id as transactionId', 'paid.method', sql<Cents>`sum(part.cents)`.as('cents')])
    .where('part.job_id', '=', jobId)
    .where('paid.type', 'in', ['job', 'manual'])
    .where('paid.method', 'in', ['card', 'cash', 'paynow', 'bank'])
    .where(sql<boolean>`not exists (
      select from payment_alarm as alarm
      where alarm.transaction_id = paid.id and alarm.kind = 'unwanted_payment'
        and alarm.jobs @> jsonb_build_array(jsonb_build_object('jobID', ${jobId}::text)))`)
    .where(sql<boolean>`not exists (
      select from payment_dispute as dispute
      join payment_attempt as attempt on attempt.stripe_pi_id = dispute.payment_intent_id
      where attempt.id = paid.attempt_id and dispute.outcome = 'lost')`)
    .groupBy(['paid.id', 'paid.method', 'paid.created_at'])
    .having(sql<boolean>`sum(part.cents) > 0`)
    .orderBy('paid.created_at', 'desc')
    .orderBy('paid.id', 'desc')
    .execute();
  return payments.map(({ transactionId, cents, method }) => ({
    transactionId,
    cents: Number(cents),
    method: method as PaymentMethod,
  }));
}

/** The subset of jobs that were paid by cash, PayNow or bank transfer: they are refunded by hand. */
export async function findPaidByHand(
  { db }: Context,
  jobIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (jobIds.length === 0) return new Set();
  const parts = await db
    .selectFrom('payment_allocation as part')
    .innerJoin('money_transaction as paid', 'paid.id', 'part.transaction_id')
    .select('part.job_id')
    .where('part.job_id', 'in', [...jobIds])
    .where('part.cents', '>', 0)
    .where('paid.type', '=', 'manual')
    .execute();
  return new Set(parts.map((part) => part.job_id));
}
