import type { Context } from '#platform/server/context.ts';
import type { Receipt } from '../rules/receipt.ts';

interface IssuedFor {
  readonly transactionId: string;
  readonly customerId: string;
}

/** The stored receipt of a transaction; null until it is first requested. */
export async function findIssued({ db }: Context, transactionId: string): Promise<Receipt | null> {
  const row = await db
    .selectFrom('issued_receipt')
    .select('content')
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return row === undefined ? null : (row.content as unknown as Receipt);
}

/** Stores a receipt as issued and returns the stored one: of two concurrent requests the first wins. */
export async function issueReceipt(ctx: Context, of: IssuedFor, receipt: Receipt): Promise<Receipt> {
  await ctx.db
    .insertInto('issued_receipt')
    .values({
      transaction_id: of.transactionId,
      customer_id: of.customerId,
      content: JSON.stringify(receipt),
      issued_at: ctx.clock.now().toString(),
    })
    .onConflict((conflict) => conflict.column('transaction_id').doNothing())
    .execute();
  return (await findIssued(ctx, of.transactionId)) ?? receipt;
}
