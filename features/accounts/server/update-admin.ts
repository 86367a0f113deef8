import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { forgive, type ThrottleRule, throttle } from '#platform/server/throttle.ts';
import type { AdminReply } from '../contract.ts';
import { PASSWORD_LIMITS } from '../rules/passwords.ts';
import { type AdminRow, adminConstraints, adminOnTheWire, findAdmin, saveAdmin } from './admin-record.ts';
import { refuseGuessable } from './create-admin.ts';
import { hashPassword, isPassword } from './passwords.ts';

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
  return inTransaction(ctx, (tx) => save(tx, before, changes, newHash), adminConstraints);
}

async function save(
  tx: Tx,
  before: AdminRow,
  changes: AdminChanges,
  newHash: string | null,
): Promise<AdminReply> {
  const named = {
    identity: changes.identity ?? before.identity,
    fullname: changes.fullname ?? before.fullname,
    email: changes.email ?? before.email,
  };
  const after = await saveAdmin(
    tx,
    before.id,
    newHash === null ? named : { ...named, password_hash: newHash },
  );
  if (newHash !== null) {
    const own = tx.actor.role === 'admin' && tx.actor.id === before.id ? { except: tx.actor.sessionId } : {};
    await endSessionsOf(tx, { role: 'admin', id: before.id, ...own }, 'password-changed');
  }
  await audit(tx, {
    action: newHash === null ? 'admin.updated' : 'admin.password-changed',
    subject: { kind: 'admin', id: before.id },
    before: { identity: before.identity, fullname: before.fullname, email: before.email },
    after: named,
  });
  return adminOnTheWire(after);
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
    const refused = await checkCurrent(ctx, admin, changes.currentPassword?.trim() ?? '');
    if (refused) return refused;
  }
  return hashPassword(changes.password);
}

async function checkCurrent(
  ctx: ContextOf<'admin'>,
  admin: AdminRow,
  typed: string,
): Promise<Refused | null> {
  const rule: ThrottleRule = { key: `admin-current-password:${admin.id}`, ...PASSWORD_LIMITS.name };
  const refused = await throttle(ctx, rule);
  if (refused) return refused;
  if (!(await isPassword(typed, admin.password_hash))) return refuse('current_password_wrong');
  await forgive(ctx, rule);
  return null;
}
