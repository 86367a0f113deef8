import type { Tx } from '#platform/server/context.ts';

/** The name of a closed account where it is still shown. */
export const CLOSED_NAME = 'Closed account';

/** Replaces the postal code of an erased home: it must have six digits. */
export const NO_POSTAL = '000000';

/**
 * Keeps a customer's account open until the end of the transaction; false if it is already closed. Must be
 * called by everything that creates something for a customer: a visit, a payment, a card. Closing waits for
 * it and then sees what was created.
 */
export async function keepAccountOpen(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where('closed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
