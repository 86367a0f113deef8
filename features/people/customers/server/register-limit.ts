import { clientRules } from '#platform/server/client-network.ts';
import type { Context } from '#platform/server/context.ts';
import type { ThrottleRule } from '#platform/server/throttle.ts';

const LIMIT = { most: 10, per: Temporal.Duration.from({ hours: 1 }) };

/**
 * The limit per client network on sign-ups that are refused because a number or an address is in use. A
 * customer's new e-mail address counts towards it too, whether or not it is in use.
 */
export function registerRefusedRules(ctx: Context): ThrottleRule[] {
  return clientRules('register-refused', LIMIT, ctx);
}
