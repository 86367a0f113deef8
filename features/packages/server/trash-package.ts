import type { Context } from '#platform/server/context.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { readPackage } from './package-record.ts';

/** Takes a package off sale. Booked jobs keep it. */
export function trashPackage(ctx: Context, id: string) {
  return moveToTrash(ctx, { table: 'package', id, read: (tx) => readPackage(tx, id) });
}

export function untrashPackage(ctx: Context, id: string) {
  return restore(ctx, { table: 'package', id, read: (tx) => readPackage(tx, id) });
}
