import type { SignedIn } from '#platform/kernel/actor.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { signedInAt } from '#platform/server/sessions/signed-in-at.ts';
import { readCode } from '../rules/codes.ts';
import { FRESH_FOR, isFresh } from '../rules/freshness.ts';
import { checkCode } from './codes.ts';

export type Unproven = Refusal<'fresh_code_needed' | 'otp_wrong' | 'otp_expired' | 'throttled'>;

export interface FreshProof {
  /** The account's own number, 65XXXXXXXX. */
  readonly mobile: string;
  /** The code as typed, if the request has one. */
  readonly otp: string | number | undefined;
  readonly role: 'customer' | 'cleaner';
  /** The maximum age of a sign-in that counts as proof. */
  readonly freshFor?: Temporal.Duration;
}

/**
 * Checks that the user holds the account's mobile now: by the sign-in code in the request, or because they
 * signed in recently. Must be called outside transactions.
 */
export async function checkFreshSignIn(
  ctx: Context<SignedIn>,
  { mobile, otp, role, freshFor = FRESH_FOR }: FreshProof,
): Promise<Unproven | null> {
  if (otp !== undefined) {
    const typed = { purpose: `${role}-sign-in`, mobile, otp: readCode(otp), owner: ctx.actor } as const;
    const checked = await checkCode(ctx, typed);
    return checked === true ? null : checked;
  }
  const since = await signedInAt(ctx);
  const isProven = since !== null && isFresh(since, { now: ctx.clock.now(), freshFor });
  return isProven ? null : refuse('fresh_code_needed');
}
