import { getCustomer } from '#features/people/customers/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { CreditLot } from '../contract.ts';
import { liveLots, type Tier, tiersOf } from '../rules/lots.ts';
import { seeCredits } from '../rules/policy.ts';
import { findLots } from './lots.ts';

/** The lots that a customer holds, in spending order. */
export async function listLots(
  ctx: Context,
  customerID: string,
): Promise<CreditLot[] | Refusal<'not_found'>> {
  if (!(await isTheirs(ctx, customerID))) return refuse('not_found');
  const lots = await findLots(ctx, customerID);
  const zone = ctx.config.BUSINESS_TZ;
  return liveLots(lots, ctx.clock.now()).map((lot) => ({
    id: lot.id,
    perHour: lot.perHour,
    numCredits: lot.remaining,
    purchasedAt: instantToWire(lot.purchasedAt, zone),
    expiresAt: lot.expiresAt === null ? null : instantToWire(lot.expiresAt, zone),
    source: lot.source,
    isDisputed: lot.isDisputed,
  }));
}

/** True if the actor may see this customer's credits and the customer exists. */
export async function isTheirs(ctx: Context, customerID: string): Promise<boolean> {
  if (!may(ctx.actor, seeCredits, { customer: customerID })) return false;
  return (await getCustomer(ctx, customerID)) !== null;
}

export async function findTiers(ctx: Context, customerID: string): Promise<Tier[]> {
  return tiersOf(await findLots(ctx, customerID), ctx.clock.now());
}
