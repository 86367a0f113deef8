import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { lockAdmins, readAdmin } from './admin-record.ts';
import { endResetLinks } from './forgotten-password.ts';

/** Trashes an admin and ends their sessions; refused for the last one who can sign in. */
export function trashAdmin(ctx: Context, id: string) {
  return inTransaction(ctx, async (tx) => {
    const others = (await lockAdmins(tx)).filter((admin) => admin.id !== id && admin.trashed_at === null);
    return moveToTrash(tx, {
      table: 'admin',
      id,
      read: (tx) => readAdmin(tx, id),
      canTrash: async () => (others.length === 0 ? refuse('last_admin') : undefined),
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
