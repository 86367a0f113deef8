import { customerFullname, getCustomer, rememberCard } from '#features/people/customers/server/index.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { PayingCustomer, StoredCard } from '#platform/server/providers/payments.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'change-card': {
      readonly customerID: string;
      readonly paymentMethodID: string;
      /** The previous card at the provider; null if there was none. */
      readonly replaces: string | null;
    };
  }
}

/** The customer as the payment provider knows them. */
export async function findPayer(ctx: Context, customerID: string): Promise<PayingCustomer> {
  const customer = await getCustomer(ctx, customerID);
  if (customer === null) throw new Error(`Customer ${customerID} not found.`);
  return {
    id: customer.id,
    stripeCustomerID: customer.stripeCustomerID,
    fullname: customerFullname(customer),
    email: customer.email,
    mobile: customer.mobile,
  };
}

/** Saves what the provider reported about the payer: their id there, and the card to store, if any. */
export async function rememberPayer(
  tx: Tx,
  customerID: string,
  payer: { readonly stripeCustomerID: string | null; readonly card: StoredCard | null },
): Promise<void> {
  const { stripeCustomerID, card } = payer;
  if (card !== null) await changeStoredCard(tx, customerID, { stripeCustomerID, card });
  else if (stripeCustomerID !== null) await rememberCard(tx, customerID, payer);
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** By feature: called when a customer has stored another card, in the same transaction. */
    readonly onCardStored?: { readonly [feature: string]: (tx: Tx, customerID: string) => Promise<void> };
  }
}

/** Stores a card in place of the previous one, which a task removes at the provider. */
export async function changeStoredCard(
  tx: Tx,
  customerID: string,
  kept: { readonly stripeCustomerID: string | null; readonly card: StoredCard },
): Promise<void> {
  const before = (await getCustomer(tx, customerID))?.cardPaymentMethodID ?? null;
  await rememberCard(tx, customerID, kept);
  const { paymentMethodID } = kept.card;
  if (before === paymentMethodID) return;
  for (const act of Object.values(tx.composed.onCardStored ?? {})) await act(tx, customerID);
  await tx.outbox.publish(tx, 'change-card', { customerID, paymentMethodID, replaces: before });
}

/**
 * The part at the provider. A task that may run late: if the card has been changed again meanwhile, it does
 * nothing.
 */
export async function changeCardAtProvider(
  ctx: Context,
  change: { readonly customerID: string; readonly paymentMethodID: string; readonly replaces: string | null },
): Promise<void> {
  const customer = await getCustomer(ctx, change.customerID);
  const stripeCustomerID = customer?.stripeCustomerID ?? null;
  const current = customer?.cardPaymentMethodID ?? null;
  if (stripeCustomerID === null || current === null) return;
  const replaces = change.replaces === current ? null : change.replaces;
  await ctx.providers.payments.changeCard({ stripeCustomerID, paymentMethodID: current, replaces });
}
