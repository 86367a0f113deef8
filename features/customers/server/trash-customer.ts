import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { type CustomerRow, lockCustomer, saveCustomer } from './store.ts';

/** Puts a customer aside (their sessions end at once), or takes them back. Doing it twice changes nothing. */
export function setTrashed(
  ctx: ContextOf<'admin'>,
  id: string,
  trashed: boolean,
): Promise<CustomerRow | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const customer = await lockCustomer(tx, id);
    if (customer === null) return refuse('not_found');
    if ((customer.trashed_at !== null) === trashed) return customer;
    if (trashed) await endSessionsOf(tx, { role: 'customer', id }, 'trashed');
    await audit(tx, {
      action: trashed ? 'customer.trashed' : 'customer.untrashed',
      subject: { kind: 'customer', id },
    });
    return saveCustomer(tx, id, { trashed_at: trashed ? tx.clock.now().toString() : null });
  });
}
