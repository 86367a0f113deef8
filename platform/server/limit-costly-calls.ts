import { idOf } from '../kernel/actor.ts';
import { defineAction, may, OFFICE } from '../kernel/policy.ts';
import { clientRules } from './client-network.ts';
import type { Context } from './context.ts';
import { type Throttled, throttleAll } from './throttle.ts';

/** The office works through lists of receipts and visits all day. */
const callWithoutLimit = defineAction('make costly calls without a limit', OFFICE);

export interface CostlyCall {
  /** Part of the key: `receipt`. */
  readonly name: string;
  readonly most: number;
  readonly per: Temporal.Duration;
}

/**
 * Rate limits a route that is CPU-intensive: per account, or per client address for people who are not signed in. The
 * limit is far above what the screens request; it stops one client from slowing down everyone else.
 */
export async function limitCostlyCall(
  ctx: Context,
  { name, most, per }: CostlyCall,
): Promise<Throttled | null> {
  if (may(ctx.actor, callWithoutLimit)) return null;
  const account = idOf(ctx.actor);
  const rules =
    account === null ? clientRules(name, { most, per }, ctx) : [{ key: `${name}:${account}`, most, per }];
  return throttleAll(ctx, rules);
}
