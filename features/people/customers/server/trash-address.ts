import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { assignPrimary, type CustomerOrAdmin, readAddress, saveAddress } from './address-record.ts';
import { onAddress } from './on-address.ts';

/**
 * Trashes an address; one with upcoming visits only if they are acknowledged. The oldest remaining one
 * becomes primary.
 */
export function trashAddress(ctx: Context<CustomerOrAdmin>, id: string, acknowledge: boolean) {
  return onAddress(ctx, id, (tx, before) =>
    moveToTrash(tx, {
      ...record(id),
      canTrash: async (tx) => {
        const jobs = (await tx.composed.customerJobs?.visitsAt?.(tx, id)) ?? [];
        return jobs.length === 0 || acknowledge ? undefined : refuse('has_visits', { extensions: { jobs } });
      },
      onTrash: async (tx) => {
        await saveAddress(tx, id, { is_primary: false });
        await assignPrimary(tx, before.customer_id);
      },
    }),
  );
}

/** Restores an address; it is not primary unless it is the only one. */
export function untrashAddress(ctx: Context<CustomerOrAdmin>, id: string) {
  return onAddress(ctx, id, (tx, before) =>
    restore(tx, {
      ...record(id),
      onRestore: (tx) => assignPrimary(tx, before.customer_id),
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
