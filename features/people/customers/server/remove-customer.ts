import { audit } from '#platform/server/audit.ts';
import type { Tx } from '#platform/server/context.ts';
import { deleteUnreferenced } from '#platform/server/database/transaction.ts';
import { lockCustomer } from './customer-record.ts';

/**
 * Deletes a customer who was added by mistake, with the homes and notes they were added with, so that number and e-mail
 * address are free again. Who has signed in, was changed since, or is named by a booking, a payment, a later note or
 * anything else, stays.
 * @param addedAt When all of it had been added.
 * @returns why the customer stays; null if they are gone.
 */
export async function removeUnusedCustomer(tx: Tx, id: string, addedAt: string): Promise<string | null> {
  const customer = await lockCustomer(tx, id);
  if (customer === null) return null;
  if (customer.otp_verified_at !== null) return 'This customer has signed in.';
  if (await isChangedSince(tx, id, addedAt)) return 'This customer was changed since.';
  const isDeleted = await deleteUnreferenced(tx, async () => {
    await tx.db.deleteFrom('customer_address').where('customer_id', '=', id).execute();
    await tx.db
      .deleteFrom('customer_note')
      .where('customer_id', '=', id)
      .where('created_at', '<=', addedAt)
      .where('withdrawn_at', 'is', null)
      .execute();
    await tx.db.deleteFrom('customer').where('id', '=', id).execute();
  });
  if (!isDeleted) return 'This customer has bookings, payments, hours of credit, notes or other records.';
  await audit(tx, { action: 'customer.deleted', subject: { kind: 'customer', id } });
  return null;
}

/** Whether the customer or one of their homes was changed, or a home added. */
async function isChangedSince({ db }: Tx, id: string, addedAt: string): Promise<boolean> {
  const customer = db.selectFrom('customer').select('id').where('id', '=', id);
  const homes = db.selectFrom('customer_address').select('id').where('customer_id', '=', id);
  const changed = await customer
    .where('updated_at', '>', addedAt)
    .unionAll(homes.where('updated_at', '>', addedAt))
    .limit(1)
    .execute();
  return changed.length > 0;
}
