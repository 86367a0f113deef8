import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { anyone } from '#platform/kernel/actor.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Services } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { insertAdmin } from './admin-record.ts';
import { hashPassword } from './passwords.ts';

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
  const ctx: Context = { ...services, actor: anyone, ip: '', userAgent: '', requestId: 'first-admin' };
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
