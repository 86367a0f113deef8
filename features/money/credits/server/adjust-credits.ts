import type { TierChange } from '#features/people/customers/server/index.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Tx } from '#platform/server/context.ts';
import { EXPIRED_REVENUE, earnedEntries, HOURS } from '../rules/accounts.ts';
import { expiryOfNew } from '../rules/expiry.ts';
import { costOfParts, hoursOfTier, type Lot, type Tier, takeBack, tiersOf } from '../rules/lots.ts';
import { expireLocked } from './expire-lots.ts';
import { addLot, findLots, lockLots } from './lots.ts';
import { moveHours } from './move-hours.ts';

/**
 * Sets the hours that a customer holds in the given tiers; other tiers stay. An increase is a new unpaid lot;
 * a decrease goes back to the company, and its cost is no longer deferred.
 * The customer's own row must not be locked yet.
 */
export async function adjustCredits(tx: Tx, { customerID, tiers, reason }: TierChange): Promise<void> {
  const now = tx.clock.now();
  const lots = await lockLots(tx, customerID);
  const before = tiersOf(lots, now);
  for (const tier of tiers) {
    const held = hoursOfTier(lots, tier.perHour, now);
    const change = { customerID, reason, tier: { ...tier, numCredits: Math.abs(tier.numCredits - held) } };
    if (tier.numCredits > held) await give(tx, change);
    if (tier.numCredits < held) await take(tx, change, lots);
  }
  const after = tiersOf(await findLots(tx, customerID), now);
  if (JSON.stringify(before) === JSON.stringify(after)) return noChange(tx);
  await audit(tx, {
    action: 'customer.credits-adjusted',
    subject: { kind: 'customer', id: customerID },
    before: { credits: before },
    after: { credits: after },
    reason,
  });
}

/** Takes all remaining hours when an account is closed. Returns the hours taken. */
export async function forfeitCredits(tx: Tx, customerID: string): Promise<Hours> {
  const now = tx.clock.now();
  const lots = await lockLots(tx, customerID);
  await expireLocked(tx, customerID, lots);
  const held = tiersOf(lots, now);
  const tiers = held.map((tier) => ({ ...tier, numCredits: 0 }));
  if (held.length > 0) await adjustCredits(tx, { customerID, tiers, reason: 'Account closed' });
  return held.reduce((sum, tier) => sum + tier.numCredits, 0);
}

interface Change {
  readonly customerID: string;
  readonly reason: string;
  /** The change in hours. */
  readonly tier: Tier;
}

async function give(tx: Tx, { customerID, reason, tier }: Change): Promise<void> {
  const expiresAt = expiryOfNew(tx.clock.now(), tx.config.BUSINESS_TZ);
  const { perHour, numCredits: hours } = tier;
  const lot = { id: tx.newID(), customerID, perHour, hours, cost: 0, expiresAt };
  await addLot(tx, { ...lot, source: 'adjustment' }, { kind: 'adjusted', account: HOURS.issued, reason });
}

async function take(tx: Tx, { customerID, reason, tier }: Change, lots: readonly Lot[]): Promise<void> {
  const parts = takeBack(lots, tier, { now: tx.clock.now() });
  await moveHours(tx, {
    customerID,
    kind: 'adjusted',
    direction: 'out-of-lots',
    parts,
    account: HOURS.issued,
    cause: { kind: 'customer', id: customerID },
    key: tx.newID(),
    reason,
    money: earnedEntries(costOfParts(parts), EXPIRED_REVENUE),
  });
}
