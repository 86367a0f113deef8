import { may } from '#platform/kernel/policy.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { Context } from '#platform/server/context.ts';
import {
  refundThrottles,
  type Throttled,
  type ThrottleRule,
  throttleAll,
} from '#platform/server/throttle.ts';
import { seePromoCodes } from '../rules/policy.ts';

/** Far above what someone needs who mistypes a code, far below what guessing needs. Our own figure. */
function wrongCodes(ctx: Context): ThrottleRule[] {
  return clientRules('promo-code', { most: 30, per: Temporal.Duration.from({ hours: 1 }) }, ctx);
}

/**
 * Runs an action with a code that a user typed, and counts it as a guess unless the code is valid: all routes
 * that accept codes share one limit. The office is not limited. An empty code is not counted.
 */
export async function limitGuesses<T>(
  ctx: Context,
  code: string | null | undefined,
  work: () => Promise<T>,
): Promise<T | Throttled> {
  if (!code || may(ctx.actor, seePromoCodes)) return work();
  const guesses = wrongCodes(ctx);
  const tooMany = await throttleAll(ctx, guesses);
  if (tooMany !== null) return tooMany;
  const outcome = await work();
  if (!isCodeRefused(outcome)) await refundThrottles(ctx, guesses);
  return outcome;
}

function isCodeRefused(outcome: unknown): boolean {
  return isRefusal(outcome) && (outcome.errors ?? []).some(({ path }) => path === 'promocode');
}
