import type { SignedIn } from '#platform/kernel/actor.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { lastProof, noteProof } from '#platform/server/sessions/last-proof.ts';
import { readCode } from '../rules/codes.ts';
import { isFresh } from '../rules/freshness.ts';
import { checkCode } from './codes.ts';

export type Unproven = Refusal<'fresh_code_needed' | 'otp_wrong' | 'otp_expired' | 'throttled'>;

export interface FreshProof {
  /** The account's own number, 65XXXXXXXX. */
  readonly mobile: string;
  /** The code as typed, if the request has one. */
  readonly otp: string | number | undefined;
  readonly role: 'customer' | 'cleaner';
}

/**
 * Checks that the user holds the account's mobile now: by the sign-in code in the request, or because they
 * signed in or sent a code recently. Must be called outside transactions.
 */
export async function checkFreshSignIn(
  ctx: Context<SignedIn>,
  { mobile, otp, role }: FreshProof,
): Promise<Unproven | null> {
  if (otp !== undefined) {
    const typed = { purpose: `${role}-sign-in`, mobile, otp: readCode(otp), owner: ctx.actor } as const;
    const checked = await checkCode(ctx, typed);
    if (checked !== true) return checked;
    await noteProof(ctx);
    return null;
  }
  return (await isProven(ctx)) ? null : refuse('fresh_code_needed');
}

/** Whether the caller signed in, or proved who they are, recently. */
export async function isProven(ctx: Context<SignedIn>): Promise<boolean> {
  const proof = await lastProof(ctx);
  return proof !== null && isFresh(proof, ctx.clock.now());
}
