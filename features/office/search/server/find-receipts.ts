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
    .innerJoin('customer', 'customer.id', 'paid.customerID')
    .where('paid.receiptNo', '=', number)
    .where('paid.trashedAt', 'is', null)
    .select([
      'paid.id',
      'paid.receiptNo',
      'paid.total',
      'paid.createdAt',
      'customer.firstname',
      'customer.lastname',
      'customer.displayName',
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    number: row.receiptNo,
    customer: fullnameOf(row),
    total: row.total,
    createdAt: wireTime(row.createdAt),
  }));
}
