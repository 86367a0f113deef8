import { ownSession } from '#platform/kernel/actor.ts';
import { defined, pickFields } from '#platform/kernel/fields.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { auditChange } from '#platform/server/records.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import type { AdminReply } from '../contract.ts';
import { emailChangedMail } from '../rules/mails.ts';
import {
  type AdminRow,
  adminConstraints,
  findAdmin,
  lockAdmin,
  saveAdmin,
  toAdminReply,
} from './admin-record.ts';
import { refuseGuessable } from './create-admin.ts';
import { checkCurrentPassword } from './current-password.ts';
import { endResetLinks } from './forgotten-password.ts';
import { mailAdmin } from './mail-admin.ts';
import { hashPassword } from './passwords.ts';

export interface AdminChanges {
  readonly identity?: string | undefined;
  readonly fullname?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly currentPassword?: string | undefined;
}

type Refused = Refusal<
  'not_found' | 'identity_in_use' | 'current_password_wrong' | 'invalid' | 'throttled' | 'unavailable'
>;

/** Changes an admin. A new password of one's own needs the current one; it ends all other sessions. */
export async function updateAdmin(
  ctx: ContextOf<'admin'>,
  id: string,
  changes: AdminChanges,
): Promise<AdminReply | Refused> {
  const before = await findAdmin(ctx, id);
  if (before === undefined) return refuse('not_found');
  const newHash = await readNewPassword(ctx, before, changes);
  if (typeof newHash === 'object' && newHash !== null) return newHash;
  const compared = id === ctx.actor.id ? before.password_hash : null;
  return inTransaction(ctx, (tx) => save(tx, id, { changes, newHash, compared }), adminConstraints);
}

/** What of an admin is plain to see, and written into the audit trail. */
const NAMES = ['identity', 'fullname', 'email'] as const;

interface AdminUpdate {
  readonly changes: AdminChanges;
  readonly newHash: string | null;
  /** The hash that the current password was compared with; null where none was asked for. */
  readonly compared: string | null;
}

async function save(
  tx: Tx,
  id: string,
  { changes, newHash, compared }: AdminUpdate,
): Promise<AdminReply | Refusal<'current_password_wrong'>> {
  const locked = await lockAdmin(tx, id);
  const isOutdated = newHash !== null && compared !== null && compared !== locked.password_hash;
  if (isOutdated) return refuse('current_password_wrong'); // it was changed since it was compared
  const before = pickFields(locked, NAMES);
  const named = { ...before, ...defined(pickFields(changes, NAMES)) };
  const after = await saveAdmin(tx, id, newHash === null ? named : { ...named, password_hash: newHash });
  if (newHash !== null) {
    const own = ownSession(tx.actor, { role: 'admin', id });
    await endSessionsOf(tx, { role: 'admin', id, ...own }, 'password-changed');
    await audit(tx, { action: 'admin.password-changed', subject: { kind: 'admin', id } });
  }
  // A link in the old mailbox, or to a password that is newer by now, sets none any more.
  const hasMoved = named.email !== before.email;
  if (newHash !== null || hasMoved) await endResetLinks(tx, id, 'withdrawn');
  if (hasMoved) await mailAdmin(tx, locked, emailChangedMail);
  await auditChange(tx, { kind: 'admin', id }, before, named);
  return toAdminReply(after);
}

/** The new password's hash; null when it stays. */
async function readNewPassword(
  ctx: ContextOf<'admin'>,
  admin: AdminRow,
  changes: AdminChanges,
): Promise<string | null | Refused> {
  if (changes.password === undefined) return null;
  const guessable = refuseGuessable(changes.password, changes.identity ?? admin.identity);
  if (guessable) return guessable;
  if (admin.id === ctx.actor.id) {
    const refused = await checkCurrentPassword(ctx, admin, changes.currentPassword);
    if (refused) return refused;
  }
  return hashPassword(changes.password);
}
