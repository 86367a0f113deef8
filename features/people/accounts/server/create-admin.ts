import { randomBytes } from 'node:crypto';
import type { OfficeRole } from '#platform/kernel/actor.ts';
import type { Refusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { AdminReply } from '../contract.ts';
import { adminConstraints, insertAdmin, toAdminReply } from './admin-record.ts';
import { checkFreshPassword } from './current-password.ts';
import { mailInvitation } from './forgotten-password.ts';
import { hashPassword, refuseGuessable } from './passwords.ts';

export interface AdminAdded {
  readonly identity: string;
  /** Empty: they are e-mailed a link to choose one. */
  readonly password: string;
  readonly fullname: string;
  readonly email: string;
  readonly officeRole: OfficeRole;
}

/** An owner creates another admin, confirmed with their own password unless they have just signed in. */
export async function createAdminByAdmin(
  ctx: ContextOf<'admin'>,
  { currentPassword, ...added }: AdminAdded & { readonly currentPassword?: string | undefined },
) {
  const guessable = refuseInitial(added);
  if (guessable) return guessable;
  const refused = await checkFreshPassword(ctx, currentPassword);
  return refused ?? createAdmin(ctx, added);
}

export async function createAdmin(
  ctx: Context,
  added: AdminAdded,
): Promise<AdminReply | Refusal<'identity_in_use' | 'invalid' | 'unavailable'>> {
  const guessable = refuseInitial(added);
  if (guessable) return guessable;
  const isInvited = added.password === '';
  const passwordHash = await hashPassword(isInvited ? unguessable() : added.password);
  return inTransaction(
    ctx,
    async (tx) => {
      const admin = await insertAdmin(tx, { ...added, passwordHash });
      const after = {
        identity: admin.identity,
        fullname: admin.fullname,
        email: admin.email,
        officeRole: admin.office_role,
      };
      await audit(tx, { action: 'admin.created', subject: { kind: 'admin', id: admin.id }, after });
      if (isInvited) await mailInvitation(tx, admin);
      return toAdminReply(admin);
    },
    adminConstraints,
  );
}

function refuseInitial({ password, identity }: AdminAdded): Refusal<'invalid'> | null {
  return password === '' ? null : refuseGuessable(password, identity);
}

/** Nobody knows it: the admin signs in once they have chosen a password. */
function unguessable(): string {
  return randomBytes(32).toString('base64url');
}
