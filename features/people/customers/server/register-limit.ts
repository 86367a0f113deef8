import { clientRules } from '#platform/server/client-network.ts';
import type { Context } from '#platform/server/context.ts';
import type { ThrottleRule } from '#platform/server/throttle.ts';

const LIMIT = { most: 10, per: Temporal.Duration.from({ hours: 1 }) };

/**
 * The limit, by client network, on sign-ups that are refused because a number or an address is in use. A customer who
 * enters a new e-mail address is counted under it too, for free and used addresses alike.
 */
export function registerRefusedRules(ctx: Context): ThrottleRule[] {
  return clientRules('register-refused', LIMIT, ctx);
}
