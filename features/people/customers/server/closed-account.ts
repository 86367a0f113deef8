import type { Tx } from '#platform/server/context.ts';

/** What a closed account is called, where the books still show it. */
export const CLOSED_NAME = 'Closed account';

/** Stands for a home that is forgotten: an address has to have six digits. */
export const NO_POSTAL = '000000';

/**
 * Keeps a customer's account open until the end of the transaction; false when it is closed already. Whatever makes
 * something new of theirs asks: a visit, a payment, a card. Closing waits for it, and then finds what was made.
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
