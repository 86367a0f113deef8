import type { Context, Tx } from '#platform/server/context.ts';
import type { PayingCustomer, StoredCard } from '#platform/server/providers/payments.ts';

/** The customer as the payment provider knows them. */
export async function findPayer(ctx: Context, customerId: string): Promise<PayingCustomer> {
  const row = await ctx.db
    .selectFrom('customer')
    .select(['id', 'firstname', 'lastname', 'email', 'mobile', 'stripe_customer_id'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    stripeCustomerId: row.stripe_customer_id,
    fullname: `${row.firstname} ${row.lastname}`.trim(),
    email: row.email,
    mobile: row.mobile,
  };
}

/** What the provider told us about the payer: their id there, and the card to keep, if any. */
export async function rememberPayer(
  tx: Tx,
  customerId: string,
  told: { readonly stripeCustomerId: string | null; readonly card: StoredCard | null },
): Promise<void> {
  const { stripeCustomerId, card } = told;
  if (stripeCustomerId === null && card === null) return;
  await tx.db
    .updateTable('customer')
    .set({
      ...(stripeCustomerId === null ? {} : { stripe_customer_id: stripeCustomerId }),
      ...(card === null
        ? {}
        : {
            card_payment_method_id: card.paymentMethodId,
            card_last4: card.last4,
            card_expiry_month: card.expiryMonth,
            card_expiry_year: card.expiryYear,
          }),
      updated_at: tx.clock.now().toString(),
    })
    .where('id', '=', customerId)
    .execute();
}
