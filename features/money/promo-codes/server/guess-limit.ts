import { may } from '#platform/kernel/policy.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { Context } from '#platform/server/context.ts';
import { type Throttled, type ThrottleRule, throttleAll, uncountAll } from '#platform/server/throttle.ts';
import { seePromoCodes } from '../rules/policy.ts';

/** Somebody who types what is on a leaflet stays far below; whoever tries names does not get far. Our own figure. */
function wrongCodes(ctx: Context): ThrottleRule[] {
  return clientRules('promo-code', { most: 30, per: Temporal.Duration.from({ hours: 1 }) }, ctx);
}

/**
 * Does something with a code that somebody typed, and counts it as a guess unless the code counts: whatever way people
 * try codes, it is one limit. The office may try as many as it likes. An empty code is none.
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
  if (!isCodeRefused(outcome)) await uncountAll(ctx, guesses);
  return outcome;
}

function isCodeRefused(outcome: unknown): boolean {
  return isRefusal(outcome) && (outcome.errors ?? []).some(({ path }) => path === 'promocode');
}
