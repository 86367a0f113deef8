import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { hasOwner, lockAdmins, readAdmin } from './admin-record.ts';
import { endResetLinks } from './forgotten-password.ts';

/** Trashes an admin and ends their sessions; refused for the last one who can sign in, and for the last owner. */
export function trashAdmin(ctx: Context, id: string) {
  return inTransaction(ctx, async (tx) => {
    const others = (await lockAdmins(tx)).filter((admin) => admin.id !== id && admin.trashed_at === null);
    return moveToTrash(tx, {
      table: 'admin',
      id,
      read: (tx) => readAdmin(tx, id),
      canTrash: async () => {
        if (others.length === 0) return refuse('last_admin');
        return hasOwner(others) ? undefined : refuse('last_owner');
      },
      onTrash: async (tx) => {
        await endSessionsOf(tx, { role: 'admin', id }, 'trashed');
        await endResetLinks(tx, id, 'withdrawn');
      },
    });
  });
}

export function untrashAdmin(ctx: Context, id: string) {
  return restore(ctx, { table: 'admin', id, read: (tx) => readAdmin(tx, id) });
}
