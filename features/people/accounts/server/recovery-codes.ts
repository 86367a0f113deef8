import { createHash, randomBytes } from 'node:crypto';
import type { Context, Tx } from '#platform/server/context.ts';
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, readTypedCode, recoveryCodeOf } from '../rules/totp.ts';

/** Replaces an admin's recovery codes. Returned only once: only their hashes are stored. */
export async function issueRecoveryCodes(tx: Tx, adminID: string): Promise<string[]> {
  await deleteRecoveryCodes(tx, adminID);
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    recoveryCodeOf(randomBytes(RECOVERY_CODE_BYTES)),
  );
  const now = tx.clock.now().toString();
  await tx.db
    .insertInto('admin_recovery_code')
    .values(codes.map((code) => ({ adminID, codeSha256: hashOf(code), createdAt: now })))
    .execute();
  return codes;
}

/** Uses up a recovery code; false if it is unknown or already used. */
export async function spendRecoveryCode(tx: Tx, adminID: string, code: string): Promise<boolean> {
  const spent = await tx.db
    .updateTable('admin_recovery_code')
    .set({ usedAt: tx.clock.now().toString() })
    .where('adminID', '=', adminID)
    .where('codeSha256', '=', hashOf(code))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return spent.numUpdatedRows > 0n;
}

export async function countRecoveryCodes(ctx: Context, adminID: string): Promise<number> {
  const left = await ctx.db
    .selectFrom('admin_recovery_code')
    .select('codeSha256')
    .where('adminID', '=', adminID)
    .where('usedAt', 'is', null)
    .execute();
  return left.length;
}

export async function deleteRecoveryCodes(tx: Tx, adminID: string): Promise<void> {
  await tx.db.deleteFrom('admin_recovery_code').where('adminID', '=', adminID).execute();
}

/**
 * A plain hash is enough: 80 random bits cannot be guessed, and it survives a change of SESSION_SECRET, after
 * which the app's codes no longer work.
 */
function hashOf(code: string): string {
  const read = readTypedCode(code)?.code ?? code;
  return createHash('sha256').update(read).digest('hex');
}
