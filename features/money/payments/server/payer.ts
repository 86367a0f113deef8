import { customerFullname, getCustomer, rememberCard } from '#features/people/customers/server/index.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { PayingCustomer, StoredCard } from '#platform/server/providers/payments.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'change-card': {
      readonly customerId: string;
      readonly paymentMethodId: string;
      /** The previous card at the provider; null if there was none. */
      readonly replaces: string | null;
    };
  }
}

/** The customer as the payment provider knows them. */
export async function findPayer(ctx: Context, customerId: string): Promise<PayingCustomer> {
  const customer = await getCustomer(ctx, customerId);
  if (customer === null) throw new Error(`Customer ${customerId} not found.`);
  return {
    id: customer.id,
    stripeCustomerId: customer.stripe_customer_id,
    fullname: customerFullname(customer),
    email: customer.email,
    mobile: customer.mobile,
  };
}

/** Saves what the provider reported about the payer: their id there, and the card to store, if any. */
export async function rememberPayer(
  tx: Tx,
  customerId: string,
  payer: { readonly stripeCustomerId: string | null; readonly card: StoredCard | null },
): Promise<void> {
  const { stripeCustomerId, card } = payer;
  if (card !== null) await changeStoredCard(tx, customerId, { stripeCustomerId, card });
  else if (stripeCustomerId !== null) await rememberCard(tx, customerId, payer);
}

/** Stores a card in place of the previous one, which a task removes at the provider. */
export async function changeStoredCard(
  tx: Tx,
  customerId: string,
  kept: { readonly stripeCustomerId: string | null; readonly card: StoredCard },
): Promise<void> {
  const before = (await getCustomer(tx, customerId))?.card_payment_method_id ?? null;
  await rememberCard(tx, customerId, kept);
  const { paymentMethodId } = kept.card;
  if (before === paymentMethodId) return;
  await tx.outbox.publish(tx, 'change-card', { customerId, paymentMethodId, replaces: before });
}

/**
 * The part at the provider. A task that may run late: if the card has been changed again meanwhile, it does
 * nothing.
 */
export async function changeCardAtProvider(
  ctx: Context,
  change: { readonly customerId: string; readonly paymentMethodId: string; readonly replaces: string | null },
): Promise<void> {
  const customer = await getCustomer(ctx, change.customerId);
  const stripeCustomerId = customer?.stripe_customer_id ?? null;
  const current = customer?.card_payment_method_id ?? null;
  if (stripeCustomerId === null || current === null) return;
  const replaces = change.replaces === current ? null : change.replaces;
  await ctx.providers.payments.changeCard({ stripeCustomerId, paymentMethodId: current, replaces });
}
