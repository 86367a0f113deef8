import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { anyone, type OfficeRole } from '#platform/kernel/actor.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf, Services } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { AdminReply } from '../contract.ts';
import { adminConstraints, insertAdmin, toAdminReply } from './admin-record.ts';
import { mailInvitation } from './forgotten-password.ts';
import { checkFreshPassword, hashPassword, refuseGuessable } from './passwords.ts';

interface AdminAdded {
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
        officeRole: admin.officeRole,
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

const USUAL_IDENTITY = 'admin';
/** 96 random bits, 16 characters. */
const PASSWORD_BYTES = 12;

export interface FirstAdmin {
  readonly identity: string;
  /** Shown once in the terminal, and stored nowhere. */
  readonly password: string;
}

/**
 * Creates the first admin if there is no admin at all, not even in the trash. The name is ADMIN_IDENTITY and
 * the password ADMIN_PASSWORD, or a generated one. Both settings are ignored once an admin exists: a renamed
 * or removed admin must not come back at the next start. Safe to call from several processes.
 * @returns the credentials if the password was generated, otherwise null
 */
export async function ensureFirstAdmin(services: Services): Promise<FirstAdmin | null> {
  const identity = services.config.ADMIN_IDENTITY?.trim() || USUAL_IDENTITY;
  const given = services.config.ADMIN_PASSWORD?.trim();
  const password = given ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  const ctx: Context = { ...services, actor: anyone, ip: '', userAgent: '', requestID: 'first-admin' };
  if (await adminExists(ctx)) {
    if (given !== undefined) ctx.log.info('ADMIN_PASSWORD is ignored: an admin exists already');
    return null;
  }
  const passwordHash = await hashPassword(password);
  const made = await inTransaction(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first-admin', 0))`.execute(tx.db);
    if (await adminExists(tx)) return false;
    const admin = await insertAdmin(tx, {
      identity,
      passwordHash,
      fullname: 'Office',
      email: '',
      officeRole: 'owner',
    });
    await audit(tx, {
      action: 'admin.created',
      subject: { kind: 'admin', id: admin.id },
      reason: 'first start',
    });
    return true;
  });
  if (isRefusal(made)) throw new Error('The first admin could not be created: the database is busy.');
  return made && given === undefined ? { identity, password } : null;
}

async function adminExists(ctx: Context): Promise<boolean> {
  return (await ctx.db.selectFrom('admin').select('id').limit(1).executeTakeFirst()) !== undefined;
}
