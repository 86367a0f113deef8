import type { Context } from '#platform/server/context.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { type CustomerOrAdmin, placePrimary, readAddress, saveAddress } from './address-record.ts';
import { onAddress } from './on-address.ts';

/** Puts an address aside. The primary place goes to the oldest one left. */
export function trashAddress(ctx: Context<CustomerOrAdmin>, id: string) {
  return onAddress(ctx, id, (tx, before) =>
    moveToTrash(tx, {
      ...record(id),
      onTrash: async (tx) => {
        await saveAddress(tx, id, { is_primary: false });
        await placePrimary(tx, before.customer_id);
      },
    }),
  );
}

/** Takes an address back: an ordinary one, unless it is the only one. */
export function untrashAddress(ctx: Context<CustomerOrAdmin>, id: string) {
  return onAddress(ctx, id, (tx, before) =>
    restore(tx, {
      ...record(id),
      onRestore: (tx) => placePrimary(tx, before.customer_id),
    }),
  );
}

function record(id: string) {
  return {
    table: 'customer_address',
    kind: 'address',
    id,
    read: (tx: Context) => readAddress(tx, id),
  } as const;
}
