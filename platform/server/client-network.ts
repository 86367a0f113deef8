import { ipv4Neighbourhood, networksOf } from '../kernel/client-network.ts';
import type { Context } from './context.ts';
import type { ThrottleRule } from './throttle.ts';

type ClientLimit = Omit<ThrottleRule, 'key'>;

/** The client's network as part of a throttle key: an IPv4 address, or the /64 of an IPv6 address. */
export function clientNetwork(ctx: Pick<Context, 'ip'>): string {
  return networksOf(ctx.ip)[0].name;
}

/**
 * The rate limit rules for a client network. IPv6 is counted under its /64 and, with larger budgets, its /56 and /48,
 * so that a new address inside the same prefix does not get a new budget. Count them with `throttleAll`, give them back
 * with `refundThrottles`.
 */
export function clientRules(key: string, limit: ClientLimit, ctx: Pick<Context, 'ip'>): ThrottleRule[] {
  return networksOf(ctx.ip).map(({ name, times }) => ruleFor(`${key}:${name}`, limit, times));
}

/** The same rules for the 256 addresses of an IPv4 /24. */
export function neighbourhoodRules(
  key: string,
  limit: ClientLimit,
  ctx: Pick<Context, 'ip'>,
): ThrottleRule[] {
  return networksOf(ctx.ip).map(({ name, times }) =>
    ruleFor(`${key}:${ipv4Neighbourhood(name)}`, limit, times),
  );
}

function ruleFor(key: string, limit: ClientLimit, times: number): ThrottleRule {
  return { ...limit, key, most: limit.most * times };
}
