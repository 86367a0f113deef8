import type { Context } from '#platform/server/context.ts';

/** Whether the lot belongs to this customer, empty or not. */
export async function isLotOf(ctx: Context, customerId: string, lotId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('credit_lot')
    .select('id')
    .where('id', '=', lotId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row !== undefined;
}
