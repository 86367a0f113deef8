import { closedDays } from '#features/catalogue/places/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import type { BookingLimits, Opening } from '../rules/opening.ts';
import { bookAnyTime } from '../rules/policy.ts';
import type { Period } from './diaries.ts';

/** The booking limits for a period. Lead time and horizon do not apply to the office. */
export async function loadOpening(
  ctx: Context,
  { from, until }: Period,
  limits: BookingLimits,
): Promise<Opening> {
  const zone = ctx.config.BUSINESS_TZ;
  const lastDay = dayOf(until, zone).add({ days: 1 });
  return {
    ...limits,
    zone,
    now: ctx.clock.now(),
    closedDays: await closedDays(ctx, dayOf(from, zone), lastDay),
    bindsLead: !may(ctx.actor, bookAnyTime),
  };
}
