import { audit } from '#platform/server/audit.ts';
import type { Tx } from '#platform/server/context.ts';
import { deleteUnreferenced } from '#platform/server/database/transaction.ts';
import { lockCustomer } from './customer-record.ts';

/**
 * Deletes a customer who was added by mistake, with their homes, so that number and e-mail address are free again. Who
 * has signed in, or is named by a booking, a payment, a note or anything else, stays.
 * @returns why the customer stays; null if they are gone.
 */
export async function removeUnusedCustomer(tx: Tx, id: string): Promise<string | null> {
  const customer = await lockCustomer(tx, id);
  if (customer === null) return null;
  if (customer.otp_verified_at !== null) return 'This customer has signed in.';
  const isDeleted = await deleteUnreferenced(tx, async () => {
    await tx.db.deleteFrom('customer_address').where('customer_id', '=', id).execute();
    await tx.db.deleteFrom('customer').where('id', '=', id).execute();
  });
  if (!isDeleted) return 'This customer has bookings, payments, notes or other records.';
  await audit(tx, { action: 'customer.deleted', subject: { kind: 'customer', id } });
  return null;
}
