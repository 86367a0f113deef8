import type { z } from 'zod';
import { adminNameOf } from '#features/people/accounts/server/index.ts';
import { getCustomer, keepAccountOpen } from '#features/people/customers/server/index.ts';
import { endInvoicedSeries } from '#features/work/series/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { BillingReply, changeBilling as call } from '../contract.ts';
import type { Collect } from '../rules/invoice.ts';
import { seeBilling } from '../rules/policy.ts';
import { lockAccount, readAccount } from './account.ts';

/** How a customer is billed; undefined: never by invoice. */
export async function findBilling({ db }: Context, customerID: string) {
  const row = await db
    .selectFrom('customer_billing')
    .selectAll()
    .select(adminNameOf('customer_billing.allowedBy').as('allowedByName'))
    .where('customerID', '=', customerID)
    .executeTakeFirst();
  return row && { ...row, collect: row.collect as Collect };
}
export type Billing = NonNullable<Awaited<ReturnType<typeof findBilling>>>;

/** Whether new bookings of a customer may be billed by invoice. */
export async function isBilledByInvoice(ctx: Context, customerID: string): Promise<boolean> {
  const billing = await findBilling(ctx, customerID);
  return billing !== undefined && billing.endedAt === null;
}

export async function readBilling(
  ctx: Context,
  customerID: string,
): Promise<BillingReply | Refusal<'not_found'>> {
  const isTheirs = may(ctx.actor, seeBilling, { customer: customerID });
  if (!isTheirs || (await getCustomer(ctx, customerID)) === null) return refuse('not_found');
  return toReply(ctx, customerID);
}

async function toReply(ctx: Context, customerID: string): Promise<BillingReply> {
  const row = await findBilling(ctx, customerID);
  const account = await readAccount(ctx, customerID);
  if (row === undefined) return { customerID, isAllowed: false, details: null, version: 0, ...account };
  const { billTo, uen, address, contact, email, poNumber, termsDays, collect } = row;
  return {
    customerID,
    isAllowed: row.endedAt === null,
    details: {
      ...{ billTo, uen, address, contact, email, poNumber, termsDays, collect },
      allowedBy: may(ctx.actor, seeBilling) ? row.allowedByName : null,
      allowedAt: wireTime(row.allowedAt),
    },
    version: row.version,
    ...account,
  };
}

/** The office lets a customer be billed by invoice, changes the details, or ends it for new bookings. */
export function changeBilling(
  ctx: Context,
  customerID: string,
  { isAllowed, version, ...details }: z.output<typeof call.body>,
): Promise<BillingReply | Refusal<'not_found' | 'billing_changed' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    if (!(await keepAccountOpen(tx, customerID))) return refuse('not_found');
    await lockAccount(tx, customerID);
    const before = await findBilling(tx, customerID);
    if ((before?.version ?? 0) !== version) return refuse('billing_changed');
    const now = tx.clock.now().toString();
    const wasAllowed = before !== undefined && before.endedAt === null;
    const row = {
      ...details,
      version: version + 1,
      endedAt: isAllowed ? null : (before?.endedAt ?? now),
      ...((!wasAllowed && isAllowed) || before === undefined
        ? { allowedBy: idOf(tx.actor), allowedAt: now }
        : {}),
    };
    if (before === undefined) {
      await tx.db
        .insertInto('customer_billing')
        .values({ customerID, allowedAt: now, ...row })
        .execute();
    } else {
      await tx.db.updateTable('customer_billing').set(row).where('customerID', '=', customerID).execute();
    }
    if (wasAllowed && !isAllowed) await endInvoicedSeries(tx, customerID);
    await audit(tx, {
      action: 'customer.billing-changed',
      subject: { kind: 'customer', id: customerID },
      ...(before && { before: { ...detailsOf(before), isAllowed: wasAllowed } }),
      after: { ...details, isAllowed },
    });
    return toReply(tx, customerID);
  });
}

function detailsOf({ billTo, uen, address, contact, email, poNumber, termsDays, collect }: Billing) {
  return { billTo, uen, address, contact, email, poNumber, termsDays, collect };
}
