import type { Context } from '#platform/server/context.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { readItem } from './item-record.ts';

/** Puts an item aside. Jobs that were paid keep it. */
export function trashItem(ctx: Context, id: string) {
  return moveToTrash(ctx, { table: 'checklist_item', id, read: (tx) => readItem(tx, id) });
}

export function untrashItem(ctx: Context, id: string) {
  return restore(ctx, { table: 'checklist_item', id, read: (tx) => readItem(tx, id) });
}
