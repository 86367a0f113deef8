import type { Hours } from '#platform/kernel/money.ts';
import type { Tx } from '#platform/server/context.ts';
import { expireLocked } from './expire-lots.ts';
import { lockLots, reviveLots } from './lots.ts';
import { type HoursMove, moveHours } from './move-hours.ts';

/**
 * Hours come back to the lots that they came from. What still lay in a lot whose time is over has expired; what comes back
 * to it can be spent for some weeks more. Returns the change of the balance that they make, in hours.
 */
export async function returnHours(tx: Tx, move: Omit<HoursMove, 'direction'>): Promise<Hours> {
  const lotIds = move.parts.map((part) => part.lotId);
  const lots = await lockLots(tx, move.customerId, lotIds);
  await expireLocked(tx, move.customerId, lots);
  const returned = await moveHours(tx, { ...move, direction: 'into-lots' });
  await reviveLots(
    tx,
    lots.filter((lot) => lotIds.includes(lot.id)),
  );
  return returned;
}
