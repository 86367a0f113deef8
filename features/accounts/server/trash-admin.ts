import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { type AdminRow, lockAdmins, saveAdmin } from './store.ts';

/** Puts an admin aside and ends their sessions; never the last one who can sign in. */
export function trashAdmin(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<AdminRow | Refusal<'not_found' | 'last_admin' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const admins = await lockAdmins(tx);
    const admin = admins.find((other) => other.id === id);
    if (admin === undefined) return refuse('not_found');
    if (admin.trashed_at !== null) return admin;
    if (!admins.some((other) => other.id !== id && other.trashed_at === null)) return refuse('last_admin');
    await endSessionsOf(tx, { role: 'admin', id }, 'trashed');
    return mark(tx, admin, tx.clock.now().toString());
  });
}

export function untrashAdmin(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<AdminRow | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const admin = (await lockAdmins(tx)).find((other) => other.id === id);
    if (admin === undefined) return refuse('not_found');
    return admin.trashed_at === null ? admin : mark(tx, admin, null);
  });
}

async function mark(tx: Tx, admin: AdminRow, trashedAt: string | null): Promise<AdminRow> {
  const action = trashedAt === null ? 'admin.untrashed' : 'admin.trashed';
  await audit(tx, { action, subject: { kind: 'admin', id: admin.id } });
  return saveAdmin(tx, admin.id, { trashed_at: trashedAt });
}
