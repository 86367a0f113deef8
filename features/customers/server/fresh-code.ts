import { readCode } from '#features/accounts/rules/codes.ts';
import { checkCode } from '#features/accounts/server/index.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { signedInAt } from '#platform/server/sessions/signed-in-at.ts';
import { isFresh } from '../rules/freshness.ts';

export type Unproven = Refusal<'fresh_code_needed' | 'otp_wrong' | 'otp_expired' | 'throttled'>;

/**
 * Whether the person at the screen holds the account's mobile at this moment: by the code that they send along, or
 * because they signed in within ten minutes. Call it before any transaction.
 */
export async function checkFreshSignIn(
  ctx: Context<SignedIn>,
  mobile: string,
  otp: string | number | undefined,
): Promise<Unproven | null> {
  if (otp !== undefined) {
    const typed = { purpose: 'customer-sign-in', mobile, otp: readCode(otp), owner: ctx.actor } as const;
    const checked = await checkCode(ctx, typed);
    return checked === true ? null : checked;
  }
  const since = await signedInAt(ctx);
  return since !== null && isFresh(since, ctx.clock.now()) ? null : refuse('fresh_code_needed');
}
