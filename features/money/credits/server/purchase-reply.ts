import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { payPackage } from '../contract.ts';

type PaidReply = Exclude<z.output<typeof payPackage.reply>, { readonly requiresAction: true }>;

/** The reply to a paid purchase, the same for every retry. @throws if it is not paid. */
export async function readPaidReply({ db }: Context, purchaseId: string): Promise<PaidReply> {
  const paid = await db
    .selectFrom('credit_purchase as purchase')
    .innerJoin('money_transaction as receipt', 'receipt.id', 'purchase.transaction_id')
    .innerJoin('customer', 'customer.id', 'purchase.customer_id')
    .select(['receipt.id', 'receipt.total', 'receipt.receipt_no', 'purchase.hours', 'customer.credits_left'])
    .where('purchase.id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  return {
    transactionID: paid.total === 0 ? null : paid.id,
    credits: paid.hours,
    creditsLeft: paid.hours,
    creditsBalance: paid.credits_left,
    receiptNo: paid.receipt_no,
  };
}
