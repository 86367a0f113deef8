import { sql } from 'kysely';
import type { Cents } from '#platform/kernel/money.ts';
import { publishChange } from '#platform/server/changes.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { CardFace } from '#platform/server/providers/payments.ts';
import type { Allocation } from '../rules/allocation.ts';
import type { PaymentMethod, TransactionType } from '../rules/transaction.ts';

export interface NewTransaction {
  readonly id: string;
  readonly type: TransactionType;
  readonly method: PaymentMethod;
  /** Cents; negative for a refund. */
  readonly total: Cents;
  readonly customerID: string;
  /** The job it is shown with; the first of a series. */
  readonly jobID: string | null;
  readonly packageID: string | null;
  readonly ledgerTxID: string | null;
  readonly details: string;
  readonly attemptID?: string;
  readonly refundOf?: string;
  readonly card?: CardFace | null;
  /** Each job's share. The database refuses shares that do not add up to the total. */
  readonly allocations: readonly Allocation[];
}

/** Inserts a transaction with the next receipt number and its allocations. */
export async function insertTransaction(tx: Tx, of: NewTransaction): Promise<void> {
  await tx.db
    .insertInto('money_transaction')
    .values({
      id: of.id,
      type: of.type,
      method: of.method,
      total: of.total,
      customerID: of.customerID,
      jobID: of.jobID,
      packageID: of.packageID,
      attemptID: of.attemptID ?? null,
      refundOf: of.refundOf ?? null,
      ledgerTxID: of.ledgerTxID,
      details: of.details,
      cardBrand: of.card?.brand ?? null,
      cardLast4: of.card?.last4 ?? null,
      createdAt: tx.clock.now().toString(),
    })
    .execute();
  const parts = of.allocations.map(({ jobID, cents }) => ({ transactionID: of.id, jobID, cents }));
  if (parts.length > 0) await tx.db.insertInto('payment_allocation').values(parts).execute();
  const action = changeOf(of);
  if (action !== null)
    await publishChange(tx, { action, subject: { kind: 'transaction', id: of.id }, fields: [] });
}

/**
 * What is published of a transaction; null for nothing. No money moves in a waiver, and a refund that is reversed, which has a
 * positive total, is published by its audit entry, `transaction.refund-reversed`.
 */
function changeOf({ type, total }: NewTransaction): string | null {
  if (type === 'refund') return total < 0 ? 'transaction.refund-recorded' : null;
  return total === 0 ? null : 'transaction.payment-recorded';
}

/** True if the share of a payment, joined as `part`, was refunded in full. */
const isGivenBack = sql<boolean>`exists (
  select from money_transaction as refund
  join payment_allocation as back on back.transaction_id = refund.id
  where refund.refund_of = part.transaction_id and back.job_id = part.job_id
  having sum(back.cents) <= -part.cents)`;

/** The first transaction that paid these jobs and was not refunded; null if there is none. */
export async function findPaymentOfJobs(ctx: Context, jobIDs: readonly string[]): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('money_transaction as paid')
    .innerJoin('payment_allocation as part', 'part.transactionID', 'paid.id')
    .select('paid.id')
    .where('part.jobID', 'in', [...jobIDs])
    .where('paid.type', 'in', ['job', 'manual'])
    .where(({ not }) => not(isGivenBack))
    .orderBy('paid.createdAt')
    .orderBy('paid.id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The transaction of a payment by the provider's id; null if it is unknown. */
export async function findPaymentByIntent(ctx: Context, paymentIntentID: string) {
  const row = await ctx.db
    .selectFrom('money_transaction as paid')
    .innerJoin('payment_attempt as attempt', 'attempt.id', 'paid.attemptID')
    .select(['paid.id', 'paid.customerID as customerId', 'attempt.id as attemptId'])
    .where('attempt.stripePiID', '=', paymentIntentID)
    .executeTakeFirst();
  return row ?? null;
}
