import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import type { SearchReply } from '../contract.ts';
import { receiptNumberIn } from '../rules/receipt-number.ts';

/** The receipt or credit note with the number. */
export async function findReceipts(ctx: Context, q: string): Promise<SearchReply['receipts']> {
  const number = receiptNumberIn(q);
  if (number === null) return [];
  const rows = await ctx.db
    .selectFrom('money_transaction as paid')
    .innerJoin('customer', 'customer.id', 'paid.customer_id')
    .where('paid.receipt_no', '=', number)
    .where('paid.trashed_at', 'is', null)
    .select([
      'paid.id',
      'paid.receipt_no',
      'paid.total',
      'paid.created_at',
      'customer.firstname',
      'customer.lastname',
      'customer.display_name as displayName',
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    number: row.receipt_no,
    customer: fullnameOf(row),
    total: row.total,
    createdAt: wireTime(row.created_at),
  }));
}
