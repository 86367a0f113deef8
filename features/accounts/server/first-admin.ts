import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { anyone } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Services } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { findAdminByIdentity, insertAdmin } from './admin-record.ts';
import { hashPassword } from './passwords.ts';

const USUAL_IDENTITY = 'admin';
/** 96 random bits, 16 characters. */
const PASSWORD_BYTES = 12;

export interface FirstAdmin {
  readonly identity: string;
  /** Shown once, at the terminal: it is kept nowhere. */
  readonly password: string;
}

/**
 * Makes sure that somebody can sign in to the office. With ADMIN_PASSWORD the admin ADMIN_IDENTITY is made
 * unless there is one of that name; without it, one is made only when there is no admin at all.
 * Several processes may call it at once.
 * @returns the sign-in when its password was generated here, otherwise null
 */
export async function ensureFirstAdmin(services: Services): Promise<FirstAdmin | null> {
  const identity = services.config.ADMIN_IDENTITY?.trim() || USUAL_IDENTITY;
  const given = services.config.ADMIN_PASSWORD?.trim();
  const password = given ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  const ctx: Context = { ...services, actor: anyone, ip: '', userAgent: '', requestId: 'first-admin' };
  if (await adminExists(ctx, given === undefined ? null : identity)) return null;
  const passwordHash = await hashPassword(password);
  const made = await inTransaction(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first-admin', 0))`.execute(tx.db);
    if (await adminExists(tx, given === undefined ? null : identity)) return false;
    const admin = await insertAdmin(tx, { identity, passwordHash, fullname: 'Office', email: '' });
    await audit(tx, {
      action: 'admin.created',
      subject: { kind: 'admin', id: admin.id },
      reason: 'first start',
    });
    return true;
  });
  if (isRefusal(made)) throw new Error('The first admin could not be made: the database is busy.');
  return made && given === undefined ? { identity, password } : null;
}

/** Whether an admin of that name is there, or any at all. */
async function adminExists(ctx: Context, identity: string | null): Promise<boolean> {
  if (identity !== null) return (await findAdminByIdentity(ctx, identity)) !== undefined;
  return (await ctx.db.selectFrom('admin').select('id').limit(1).executeTakeFirst()) !== undefined;
}
