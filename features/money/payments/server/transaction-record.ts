import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may, ownIDFor, reachOf, seeTrash } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { trashOf } from '#platform/server/records.ts';
import type { TransactionReply } from '../contract.ts';
import { seeTransaction } from '../rules/policy.ts';
import type { RefundStatus } from '../rules/refund.ts';
import type { PaymentMethod, TransactionType } from '../rules/transaction.ts';

const allocationsOf = sql<TransactionReply['allocations']>`(
  select coalesce(json_agg(json_build_object(
      'jobID', part.job_id, 'number', job.number, 'startTime', job.starts_at, 'cents', part.cents,
      'refunded', (
        select coalesce(-sum(back_part.cents), 0)
        from payment_allocation as back_part join money_transaction as back on back.id = back_part.transaction_id
        where back.refund_of = paid.id and back_part.job_id = part.job_id))
    order by job.starts_at, job.id), '[]')
  from payment_allocation as part join job on job.id = part.job_id
  where part.transaction_id = paid.id)`;

const refundedOf = sql<number>`(
  select coalesce(-sum(back.total), 0) from money_transaction as back where back.refund_of = paid.id)`;

const refundOfReceiptNo = sql<number | null>`(
  select receipt_no from money_transaction as payment where payment.id = paid.refund_of)`;

const refundStatusOf = sql<RefundStatus | null>`(
  select status from payment_refund where payment_refund.transaction_id = paid.id)`;

/** The refunds of the same payment before a transaction: see gstOf. They are serialised by the payment's row lock. */
export function refundsBefore(moved: string): RawBuilder<number> {
  return sql<number>`coalesce((
    select sum(earlier.total) from money_transaction as earlier
    where earlier.refund_of = ${sql.ref(`${moved}.refundOf`)}
      and earlier.receipt_no < ${sql.ref(`${moved}.receiptNo`)}), 0)::int`;
}

/** True for transactions that the actor may see: customers their own, the office all. */
export function isVisible(ctx: Context): RawBuilder<SqlBool> {
  if (reachOf(ctx.actor, seeTransaction) === 'any') return sql<SqlBool>`true`;
  // What is on an invoice is seen there; its credit notes are seen here.
  return sql<SqlBool>`paid.customer_id = ${ownIDFor(ctx.actor, seeTransaction)}
    and (paid.method <> 'invoice' or paid.total < 0)`;
}

/** Transactions with the payer's name. */
export function selectTransactions(ctx: Context) {
  return ctx.db
    .selectFrom('money_transaction as paid')
    .innerJoin('customer', 'customer.id', 'paid.customerID')
    .select([
      'paid.id',
      'paid.type',
      'paid.method',
      'paid.total',
      'paid.customerID',
      'paid.jobID',
      'paid.packageID',
      'paid.refundOf',
      'paid.details',
      'paid.receiptNo',
      'paid.cardBrand',
      'paid.cardLast4',
      'paid.trashedAt',
      'paid.createdAt',
      'customer.firstname',
      'customer.lastname',
      'customer.displayName',
      allocationsOf.as('allocations'),
      refundOfReceiptNo.as('refundOfReceiptNo'),
      refundedOf.as('refunded'),
      refundStatusOf.as('refundStatus'),
    ]);
}

type TransactionRow = Awaited<ReturnType<ReturnType<typeof selectTransactions>['execute']>>[number];

/** Null if there is none, or it is not visible to the actor. */
export async function findTransaction(ctx: Context, id: string): Promise<TransactionReply | null> {
  const row = await selectTransactions(ctx)
    .where(isVisible(ctx))
    .where('paid.id', '=', id)
    .executeTakeFirst();
  if (row === undefined || (row.trashedAt !== null && !may(ctx.actor, seeTrash))) return null;
  return toTransactionReply(row);
}

/**
 * The transaction that a person has just recorded or changed: they may do that without seeing all others.
 * @throws if there is none
 */
export async function readTransaction(ctx: Context, id: string): Promise<TransactionReply> {
  return toTransactionReply(
    await selectTransactions(ctx).where('paid.id', '=', id).executeTakeFirstOrThrow(),
  );
}

export function toTransactionReply(row: TransactionRow): TransactionReply {
  return {
    id: row.id,
    type: row.type as TransactionType,
    method: row.method as PaymentMethod,
    total: row.total,
    customerID: row.customerID,
    customer: { id: row.customerID, fullname: fullnameOf(row) },
    jobID: row.jobID,
    allocations: row.allocations,
    packageID: row.packageID,
    refundOf: row.refundOf,
    refundOfReceiptNo: row.refundOfReceiptNo,
    refunded: row.refunded,
    refundStatus: row.refundStatus,
    details: row.details,
    receiptNo: row.receiptNo,
    card: row.cardLast4 === null ? null : { brand: row.cardBrand ?? '', last4: row.cardLast4 },
    trash: trashOf(row),
    createdAt: wireTime(row.createdAt),
  };
}
