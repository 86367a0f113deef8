import type { Context } from '#platform/server/context.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { readCustomer } from './customer-record.ts';

/** Puts a customer aside; sessions end at once. */
export function trashCustomer(ctx: Context, id: string) {
  return moveToTrash(ctx, {
    table: 'customer',
    id,
    read: (tx) => readCustomer(tx, id),
    onTrash: (tx) => endSessionsOf(tx, { role: 'customer', id }, 'trashed'),
  });
}

export function untrashCustomer(ctx: Context, id: string) {
  return restore(ctx, { table: 'customer', id, read: (tx) => readCustomer(tx, id) });
}
