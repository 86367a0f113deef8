import { getCustomer, rememberCard } from '#features/customers/server/index.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { PayingCustomer, StoredCard } from '#platform/server/providers/payments.ts';

/** The customer as the payment provider knows them. */
export async function findPayer(ctx: Context, customerId: string): Promise<PayingCustomer> {
  const customer = await getCustomer(ctx, customerId);
  if (customer === null) throw new Error(`Customer ${customerId} has gone.`);
  return {
    id: customer.id,
    stripeCustomerId: customer.stripe_customer_id,
    fullname: fullnameOf(customer),
    email: customer.email,
    mobile: customer.mobile,
  };
}

/** What the provider says of the payer: their id there, and the card to keep, if any. */
export async function rememberPayer(
  tx: Tx,
  customerId: string,
  payer: { readonly stripeCustomerId: string | null; readonly card: StoredCard | null },
): Promise<void> {
  if (payer.stripeCustomerId !== null || payer.card !== null) await rememberCard(tx, customerId, payer);
}
