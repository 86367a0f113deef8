import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { type ThrottleRule, throttle, uncountTry } from '#platform/server/throttle.ts';
import { PASSWORD_LIMITS } from '../rules/passwords.ts';
import type { AdminRow } from './admin-record.ts';
import { isPassword } from './passwords.ts';

/**
 * Whether somebody who is signed in knows the password too: a screen that was left open does not. Null when it is
 * right. Call it before any transaction: its count outlives a rollback.
 */
export async function checkCurrentPassword(
  ctx: Context,
  admin: AdminRow,
  given: string | undefined,
): Promise<Refusal<'current_password_wrong' | 'throttled'> | null> {
  const typed = given?.trim() ?? '';
  if (typed === '') return refuse('current_password_wrong', { detail: 'Type your current password first.' });
  const rule: ThrottleRule = { key: `admin-current-password:${admin.id}`, ...PASSWORD_LIMITS.name };
  const refused = await throttle(ctx, rule);
  if (refused) return refused;
  if (!(await isPassword(typed, admin.password_hash))) return refuse('current_password_wrong');
  await uncountTry(ctx, rule);
  return null;
}
