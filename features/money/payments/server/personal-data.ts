import { sql } from 'kysely';
import { getCustomer } from '#features/people/customers/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import { eraseAuditValues } from '#platform/server/retention.ts';
import { OPEN } from '../rules/attempt.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'forget-payer': { readonly stripeCustomerID: string; readonly paymentMethodID: string | null };
  }
}

/**
 * Receipts show what was paid. Transactions keep their cents and days; the payer, addresses and free text are
 * erased.
 */
export const paymentData: PersonalData = {
  tables: ['money_transaction', 'payment_attempt', 'payment_alarm'],

  async disclosures(ctx, { id }) {
    const customer = await getCustomer(ctx, id);
    if (customer?.stripeCustomerID == null) return [];
    const what = 'Your name, mobile number, e-mail address and card';
    return [{ to: 'Stripe, our card payment provider', what, why: 'Card payments' }];
  },

  async openMatters({ db }, { id }) {
    const attempts = await db
      .selectFrom('payment_attempt')
      .select(['id', 'createdAt'])
      .where('customerID', '=', id)
      .where('status', 'in', [...OPEN])
      .execute();
    return attempts.map((row) => ({ kind: 'payment', id: row.id, at: wireTime(row.createdAt) }));
  },

  async forget(tx, { id }) {
    await forgetPayer(tx, id);
    await forgetWords(tx, id);
    await forgetAudited(tx, id);
  },
};

/** Task: deletes the card and the name at the provider, once the erasure has committed. */
export async function forgetPayerAtProvider(
  ctx: Context,
  payer: { readonly stripeCustomerID: string; readonly paymentMethodID: string | null },
): Promise<void> {
  await ctx.providers.payments.forgetCustomer(payer);
}

async function forgetPayer(tx: Tx, customerID: string): Promise<void> {
  const customer = await getCustomer(tx, customerID);
  const stripeCustomerID = customer?.stripeCustomerID ?? null;
  if (stripeCustomerID === null) return;
  const paymentMethodID = customer?.cardPaymentMethodID ?? null;
  await tx.outbox.publish(tx, 'forget-payer', { stripeCustomerID, paymentMethodID });
}

/** Names of packages and visits stay; free text by the office is erased. */
async function forgetWords(tx: Tx, customerID: string): Promise<void> {
  await tx.db
    .updateTable('money_transaction')
    .set({ cardBrand: null, cardLast4: null })
    .where('customerID', '=', customerID)
    .where('cardLast4', 'is not', null)
    .execute();
  await tx.db
    .updateTable('money_transaction')
    .set({ details: '' })
    .where('customerID', '=', customerID)
    .where('type', 'in', ['ad-hoc', 'manual', 'refund', 'invoice-payment'])
    .execute();
  await tx.db
    .updateTable('payment_attempt')
    .set({
      ip: null,
      clientSecret: null,
      instrument: sql`instrument || '{"card": null, "receiptEmail": null, "description": ""}'::jsonb`,
      priceSnapshot: sql`case when purpose = 'ad-hoc' then 'null'::jsonb else price_snapshot end`,
    })
    .where('customerID', '=', customerID)
    .execute();
  await tx.db
    .updateTable('payment_alarm')
    .set({ reason: sql`case when reason is null then null else '' end` })
    .where('customerID', '=', customerID)
    .execute();
}

/** Free text of the office about payments in the audit trail. */
async function forgetAudited(tx: Tx, customerID: string): Promise<void> {
  const written = [
    { kind: 'transaction', table: 'money_transaction' },
    { kind: 'payment_attempt', table: 'payment_attempt' },
    { kind: 'payment_alarm', table: 'payment_alarm' },
  ] as const;
  for (const { kind, table } of written) {
    const rows = await tx.db.selectFrom(table).select('id').where('customerID', '=', customerID).execute();
    await eraseAuditValues(tx, { kind, ids: rows.map(({ id }) => id), fields: ['details'] });
  }
}
