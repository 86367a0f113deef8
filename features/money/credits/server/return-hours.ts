import type { Hours } from '#platform/kernel/money.ts';
import type { Tx } from '#platform/server/context.ts';
import { expireLocked } from './expire-lots.ts';
import { extendLot, lockLots, type StoredLot } from './lots.ts';
import { type HoursMove, moveHours } from './move-hours.ts';

/** Computes a lot's expiry after hours were returned to it. */
type ExpiryAfterReturn = (lot: StoredLot) => Temporal.Instant | null;

const asBefore: ExpiryAfterReturn = (lot) => lot.expiresAt;

/**
 * Returns hours to the lots that they came from. They keep the lot's expiry unless `expiryOf` extends it;
 * hours in an expired lot expire at once, as the cron job would do. Returns the hours that came back, expired
 * ones included.
 */
export async function returnHours(
  tx: Tx,
  move: Omit<HoursMove, 'direction'>,
  expiryOf: ExpiryAfterReturn = asBefore,
): Promise<Hours> {
  const { customerId } = move;
  const lotIds = move.parts.filter((part) => part.hours > 0).map((part) => part.lotId);
  const lots = await lockLots(tx, customerId, lotIds);
  await expireLocked(tx, customerId, lots); // hours that an extension must not revive
  const returned = await moveHours(tx, { ...move, direction: 'into-lots' });
  const now = tx.clock.now();
  const expired = lots.filter((lot) => lotIds.includes(lot.id) && isExpired(lot.expiresAt, now));
  if (expired.length === 0) return returned;
  for (const lot of expired) {
    const until = expiryOf(lot);
    if (until !== null && !isExpired(until, now)) await extendLot(tx, lot, until);
  }
  await expireLocked(tx, customerId, await lockLots(tx, customerId));
  return returned;
}

function isExpired(expiresAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return expiresAt !== null && Temporal.Instant.compare(expiresAt, now) <= 0;
}
