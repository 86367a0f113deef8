import { type OfficeRole, ownSession } from '#platform/kernel/actor.ts';
import { defined, pickFields } from '#platform/kernel/fields.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { auditChange, moveToTrash, restore } from '#platform/server/records.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import type { AdminReply } from '../contract.ts';
import { manageAdmins } from '../rules/policy.ts';
import { changesSignIn } from '../rules/sign-in-changes.ts';
import { emailChangedMail } from '../texts/mails.ts';
import {
  type AdminRow,
  adminConstraints,
  findAdmin,
  hasOwner,
  lockAdmin,
  lockAdmins,
  officeRoleOf,
  readAdmin,
  saveAdmin,
  toAdminReply,
} from './admin-record.ts';
import { endResetLinks, mailAdmin } from './forgotten-password.ts';
import { checkCurrentPassword, checkFreshPassword, hashPassword, refuseGuessable } from './passwords.ts';

interface AdminChanges {
  readonly identity?: string | undefined;
  readonly fullname?: string | undefined;
  readonly email?: string | undefined;
  readonly officeRole?: OfficeRole | undefined;
  readonly password?: string | undefined;
  readonly currentPassword?: string | undefined;
}

type Refused = Refusal<
  | 'not_found'
  | 'identity_in_use'
  | 'current_password_needed'
  | 'current_password_wrong'
  | 'last_owner'
  | 'forbidden'
  | 'invalid'
  | 'throttled'
  | 'unavailable'
>;

/**
 * Changes an admin. One's own password requires the current one; other credentials (e-mail, sign-in name, role, the
 * password of another admin) require it unless the caller has just signed in. A new password ends the admin's other sessions, a new role all of them. Only owners
 * change others, and roles.
 */
export async function updateAdmin(
  ctx: ContextOf<'admin'>,
  id: string,
  changes: AdminChanges,
): Promise<AdminReply | Refused> {
  const before = await findAdmin(ctx, id);
  if (before === undefined) return refuse('not_found');
  const isOfOthers = id !== ctx.actor.id || (changes.officeRole ?? before.officeRole) !== before.officeRole;
  if (isOfOthers && !may(ctx.actor, manageAdmins)) return refuse('forbidden');
  const refused = await checkChanges(ctx, before, changes);
  if (refused) return refused;
  const newHash = changes.password === undefined ? null : await hashPassword(changes.password);
  const compared = id === ctx.actor.id ? before.passwordHash : null;
  return inTransaction(
    ctx,
    (tx) => saveAdminChanges(tx, id, { changes, newHash, compared }),
    adminConstraints,
  );
}

/** The fields that are not secret, and are written to the audit trail. */
const NAMES = ['identity', 'fullname', 'email'] as const;

interface AdminUpdate {
  readonly changes: AdminChanges;
  readonly newHash: string | null;
  /** The hash that the current password was compared with; null if none was required. */
  readonly compared: string | null;
}

/**
 * Saves the changes. The password is checked before, outside the transaction: its count of wrong tries must
 * survive a rollback.
 */
export async function saveAdminChanges(
  tx: Tx,
  id: string,
  { changes, newHash, compared }: AdminUpdate,
): Promise<AdminReply | Refusal<'current_password_wrong' | 'last_owner'>> {
  const { officeRole } = changes;
  // All of them, in the order in which trashing locks them, to see whether an owner remains.
  const admins = officeRole === undefined ? [] : await lockAdmins(tx);
  const locked = await lockAdmin(tx, id);
  const isNewRole = officeRole !== undefined && officeRole !== locked.officeRole;
  if (isNewRole && !hasOwner(admins.filter((admin) => admin.id !== id)) && officeRole !== 'owner')
    return refuse('last_owner');
  const isOutdated = newHash !== null && compared !== null && compared !== locked.passwordHash;
  if (isOutdated) return refuse('current_password_wrong'); // the password was changed since it was compared
  const before = pickFields(locked, NAMES);
  const named = { ...before, ...defined(pickFields(changes, NAMES)) };
  const after = await saveAdmin(tx, id, {
    ...named,
    ...(newHash !== null && { passwordHash: newHash }),
    ...(isNewRole && { officeRole: officeRole }),
  });
  if (isNewRole) await endSessionsOf(tx, { role: 'admin', id }, 'role-changed');
  if (newHash !== null) {
    const own = ownSession(tx.actor, { role: 'admin', id });
    await endSessionsOf(tx, { role: 'admin', id, ...own }, 'password-changed');
    await audit(tx, { action: 'admin.password-changed', subject: { kind: 'admin', id } });
  }
  // Invalidates reset links: the mailbox or the password has changed.
  const hasMoved = named.email !== before.email;
  if (newHash !== null || hasMoved) await endResetLinks(tx, id, 'withdrawn');
  if (hasMoved) await mailAdmin(tx, locked, emailChangedMail);
  const [was, is] = [locked, after].map((admin) => ({ officeRole: admin.officeRole }));
  await auditChange(tx, { kind: 'admin', id }, { ...before, ...was }, { ...named, ...is });
  return toAdminReply(after);
}

async function checkChanges(
  ctx: ContextOf<'admin'>,
  admin: AdminRow,
  changes: AdminChanges,
): Promise<Refused | null> {
  const { password, identity } = changes;
  const guessable = password === undefined ? null : refuseGuessable(password, identity ?? admin.identity);
  if (guessable) return guessable;
  if (!changesSignIn({ ...admin, officeRole: officeRoleOf(admin) }, changes)) return null;
  const isOwnPassword = password !== undefined && admin.id === ctx.actor.id;
  return isOwnPassword
    ? checkCurrentPassword(ctx, changes.currentPassword)
    : checkFreshPassword(ctx, changes.currentPassword);
}

/** Trashes an admin and ends their sessions; refused for the last one who can sign in, and for the last owner. */
export function trashAdmin(ctx: Context, id: string) {
  return inTransaction(ctx, async (tx) => {
    const others = (await lockAdmins(tx)).filter((admin) => admin.id !== id && admin.trashedAt === null);
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
