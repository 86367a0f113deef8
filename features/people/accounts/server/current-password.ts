import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { noteProof } from '#platform/server/sessions/last-proof.ts';
import { type ThrottleRule, throttle, uncountTry } from '#platform/server/throttle.ts';
import { PASSWORD_LIMITS } from '../rules/passwords.ts';
import { findOwnAdmin } from './admin-record.ts';
import { isProven } from './fresh-sign-in.ts';
import { isPassword } from './passwords.ts';

/**
 * Checks the signed-in admin's own password: anyone can act at an unlocked screen, but does not know it. Null
 * if it is right. Must be called outside transactions, because its count must survive a rollback.
 */
export async function checkCurrentPassword(
  ctx: ContextOf<'admin'>,
  given: string | undefined,
): Promise<Refusal<'current_password_needed' | 'current_password_wrong' | 'throttled'> | null> {
  const typed = given?.trim() ?? '';
  if (typed === '') return refuse('current_password_needed');
  const admin = await findOwnAdmin(ctx);
  const rule: ThrottleRule = { key: `admin-current-password:${admin.id}`, ...PASSWORD_LIMITS.name };
  const refused = await throttle(ctx, rule);
  if (refused) return refused;
  if (!(await isPassword(typed, admin.password_hash))) return refuse('current_password_wrong');
  await uncountTry(ctx, rule);
  await noteProof(ctx);
  return null;
}

/** The same, but an admin who signed in or typed it recently need not type it. */
export async function checkFreshPassword(ctx: ContextOf<'admin'>, given: string | undefined) {
  const isGiven = (given?.trim() ?? '') !== '';
  return !isGiven && (await isProven(ctx)) ? null : checkCurrentPassword(ctx, given);
}
