import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { whyGuessable } from '../rules/passwords.ts';
import { hashPassword } from './passwords.ts';
import { type AdminRow, adminConstraints, insertAdmin } from './store.ts';

export interface AdminAdded {
  readonly identity: string;
  readonly password: string;
  readonly fullname: string;
  readonly email: string;
}

/** Adds an admin. */
export async function createAdmin(
  ctx: Context,
  added: AdminAdded,
): Promise<AdminRow | Refusal<'identity_in_use' | 'invalid' | 'unavailable'>> {
  const guessable = refuseGuessable(added.password, added.identity);
  if (guessable) return guessable;
  const passwordHash = await hashPassword(added.password);
  return inTransaction(
    ctx,
    async (tx) => {
      const admin = await insertAdmin(tx, { ...added, passwordHash });
      const after = { identity: admin.identity, fullname: admin.fullname, email: admin.email };
      await audit(tx, { action: 'admin.created', subject: { kind: 'admin', id: admin.id }, after });
      return admin;
    },
    adminConstraints,
  );
}

export function refuseGuessable(password: string, identity: string): Refusal<'invalid'> | null {
  const message = whyGuessable(password, identity);
  return message === null ? null : refuse('invalid', { errors: [{ path: 'password', message }] });
}
