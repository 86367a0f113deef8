import { DECLINE_WINDOW, type Decline } from '#features/money/payments/rules/declines.ts';
import { fromSameNetwork, type Tried } from '#features/money/payments/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { sharedNetworks } from '#platform/kernel/client-network.ts';
import type { Tx } from '#platform/server/context.ts';

/**
 * Storing a card reveals as much about it as paying with it, so declined setups count towards the throttle;
 * the target is the customer.
 */
export async function declinedSetups(tx: Tx, of: Tried): Promise<Decline[]> {
  const since = tx.clock.now().subtract(DECLINE_WINDOW).toString();
  const rows = await tx.db
    .selectFrom('card_setup')
    .select(['settled_at', 'customer_id', 'ip'])
    .where('status', 'in', ['failed', 'canceled'])
    .where('settled_at', '>', since)
    // A setup that never reached the provider revealed nothing about a card.
    .where(({ or, eb }) => or([eb('status', '=', 'failed'), eb('stripe_si_id', 'is not', null)]))
    .where(({ or, eb }) => or([eb('customer_id', '=', of.customerId), fromSameNetwork(tx)]))
    .execute();
  return rows.map((row) => ({
    at: readDatabaseTime(String(row.settled_at)),
    ofCustomer: row.customer_id === of.customerId,
    ofTarget: row.customer_id === of.targetId,
    networks: sharedNetworks(tx.ip, row.ip ?? ''),
  }));
}
