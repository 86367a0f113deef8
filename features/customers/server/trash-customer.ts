import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { lockCustomer, readCustomer } from './customer-record.ts';

/** Puts a customer aside; sessions end at once. */
export function trashCustomer(ctx: Context, id: string) {
  return moveToTrash(ctx, {
    table: 'customer',
    id,
    read: (tx) => readCustomer(tx, id),
    onTrash: (tx) => endSessionsOf(tx, { role: 'customer', id }, 'trashed'),
  });
}

/** Takes a customer back. One who closed the account is nobody any more, and cannot come back. */
export function untrashCustomer(ctx: Context, id: string) {
  return inTransaction(ctx, async (tx) => {
    const customer = await lockCustomer(tx, id);
    if (customer !== null && customer.closed_at !== null) return refuse('closed_for_good');
    return restore(tx, { table: 'customer', id, read: (tx) => readCustomer(tx, id) });
  });
}
