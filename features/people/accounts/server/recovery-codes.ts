import { createHash, randomBytes } from 'node:crypto';
import type { Context, Tx } from '#platform/server/context.ts';
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, readTypedCode, recoveryCodeOf } from '../rules/totp.ts';

/** New recovery codes of an admin, in place of the old ones. Told once: only their hashes are kept. */
export async function issueRecoveryCodes(tx: Tx, adminId: string): Promise<string[]> {
  await deleteRecoveryCodes(tx, adminId);
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    recoveryCodeOf(randomBytes(RECOVERY_CODE_BYTES)),
  );
  const now = tx.clock.now().toString();
  await tx.db
    .insertInto('admin_recovery_code')
    .values(codes.map((code) => ({ admin_id: adminId, code_sha256: hashOf(code), created_at: now })))
    .execute();
  return codes;
}

/** Uses a recovery code up; false when it is none of theirs, or was used before. */
export async function spendRecoveryCode(tx: Tx, adminId: string, code: string): Promise<boolean> {
  const spent = await tx.db
    .updateTable('admin_recovery_code')
    .set({ used_at: tx.clock.now().toString() })
    .where('admin_id', '=', adminId)
    .where('code_sha256', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return spent.numUpdatedRows > 0n;
}

export async function countRecoveryCodes(ctx: Context, adminId: string): Promise<number> {
  const left = await ctx.db
    .selectFrom('admin_recovery_code')
    .select('code_sha256')
    .where('admin_id', '=', adminId)
    .where('used_at', 'is', null)
    .execute();
  return left.length;
}

export async function deleteRecoveryCodes(tx: Tx, adminId: string): Promise<void> {
  await tx.db.deleteFrom('admin_recovery_code').where('admin_id', '=', adminId).execute();
}

/**
 * A plain hash: 80 random bits are tried by nobody, and it holds under another SESSION_SECRET too, when the app's codes
 * no longer do.
 */
function hashOf(code: string): string {
  const read = readTypedCode(code)?.code ?? code;
  return createHash('sha256').update(read).digest('hex');
}
