import { sql } from 'kysely';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { CardFace } from '#platform/server/providers/payments.ts';
import type { Allocation } from '../rules/allocation.ts';
import type { PaymentMethod, TransactionType } from '../rules/transaction.ts';

export interface NewTransaction {
  readonly id: string;
  readonly type: TransactionType;
  readonly method: PaymentMethod;
  /** Cents; negative for money given back. */
  readonly total: Cents;
  readonly customerId: string;
  /** The job, of a series the first, that it is shown with. */
  readonly jobId: string | null;
  readonly packageId: string | null;
  readonly ledgerTxId: string | null;
  readonly details: string;
  readonly attemptId?: string;
  readonly refundOf?: string;
  readonly card?: CardFace | null;
  /** Which job how much of it is for. The database refuses parts that do not add up to the total. */
  readonly allocations: readonly Allocation[];
}

/** Writes a transaction, with the next receipt number and its allocations. */
export async function insertTransaction(tx: Tx, of: NewTransaction): Promise<void> {
  await tx.db
    .insertInto('money_transaction')
    .values({
      id: of.id,
      type: of.type,
      method: of.method,
      total: of.total,
      customer_id: of.customerId,
      job_id: of.jobId,
      package_id: of.packageId,
      attempt_id: of.attemptId ?? null,
      refund_of: of.refundOf ?? null,
      ledger_tx_id: of.ledgerTxId,
      details: of.details,
      card_brand: of.card?.brand ?? null,
      card_last4: of.card?.last4 ?? null,
      created_at: tx.clock.now().toString(),
    })
    .execute();
  const parts = of.allocations.map(({ jobId, cents }) => ({ transaction_id: of.id, job_id: jobId, cents }));
  if (parts.length > 0) await tx.db.insertInto('payment_allocation').values(parts).execute();
}

/** True for a part of a payment, joined as `part`, that its job was given back whole. */
const isGivenBack = sql<boolean>`exists (
  select from money_transaction as refund
  join payment_allocation as back on back.transaction_id = refund.id
  where refund.refund_of = part.transaction_id and back.job_id = part.job_id
  having sum(back.cents) <= -part.cents)`;

/** The transaction that paid these jobs, the first of them that was not given back; null while none has. */
export async function findPaymentOfJobs(ctx: Context, jobIds: readonly string[]): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('money_transaction as paid')
    .innerJoin('payment_allocation as part', 'part.transaction_id', 'paid.id')
    .select('paid.id')
    .where('part.job_id', 'in', [...jobIds])
    .where('paid.type', 'in', ['job', 'manual'])
    .where(({ not }) => not(isGivenBack))
    .orderBy('paid.created_at')
    .orderBy('paid.id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The transaction of a payment by its id at the provider; null where no payment of ours is known by it. */
export async function findPaymentByIntent(ctx: Context, paymentIntentId: string) {
  const row = await ctx.db
    .selectFrom('money_transaction as paid')
    .innerJoin('payment_attempt as attempt', 'attempt.id', 'paid.attempt_id')
    .select(['paid.id', 'paid.customer_id as customerId', 'attempt.id as attemptId'])
    .where('attempt.stripe_pi_id', '=', paymentIntentId)
    .executeTakeFirst();
  return row ?? null;
}
