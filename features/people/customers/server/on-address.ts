import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { AddressReply } from '../address-shapes.ts';
import { type AddressRow, type CustomerOrAdmin, findAddress } from './address-record.ts';
import { lockOpenCustomer } from './customer-record.ts';

type Refused = Refusal<'not_found' | 'unavailable'>;

/** Finds the address for the actor, locks its customer, and reads it again under the lock. */
export async function onAddress<R extends Refusal>(
  ctx: Context<CustomerOrAdmin>,
  id: string,
  work: (tx: Tx<CustomerOrAdmin>, before: AddressRow) => Promise<AddressReply | R>,
): Promise<AddressReply | R | Refused> {
  const seen = await findAddress(ctx, id);
  if (seen === null) return refuse('not_found');
  return inTransaction<CustomerOrAdmin, AddressReply | R | Refused>(ctx, async (tx) => {
    if ((await lockOpenCustomer(tx, seen.customer_id)) === null) return refuse('not_found');
    const before = await findAddress(tx, id);
    return before === null ? refuse('not_found') : work(tx, before);
  });
}
