import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { EXPIRED_REVENUE, earnedEntries, HOURS } from '../rules/accounts.ts';
import { costOfParts, expiredParts, type Lot } from '../rules/lots.ts';
import { lockLots } from './lots.ts';
import { moveHours } from './move-hours.ts';

/** Lots per run; the rest follow a minute later. */
const AT_ONCE = 500;

/** Cron job: takes expired hours out of their lots and recognises their cost as revenue. */
export async function expireLots(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('credit_lot')
    .select('customer_id')
    .where('remaining', '>', 0)
    .where('expires_at', '<=', ctx.clock.now().toString())
    .orderBy('expires_at') // matches the index, so the scan stops at the first lot that is not due
    .limit(AT_ONCE)
    .execute();
  for (const customerId of new Set(due.map((lot) => lot.customer_id))) await expireLotsOf(ctx, customerId);
}

async function expireLotsOf(ctx: Context, customerId: string): Promise<void> {
  const expired = await inTransaction(ctx, async (tx) =>
    expireLocked(tx, customerId, await lockLots(tx, customerId)),
  );
  if (isRefusal(expired)) ctx.log.warn({ customerId }, 'hours could not be expired; retrying in a minute');
}

/** The same for lots that the caller has locked. */
export async function expireLocked(tx: Tx, customerId: string, lots: readonly Lot[]): Promise<void> {
  const parts = expiredParts(lots, tx.clock.now());
  await moveHours(tx, {
    customerId,
    kind: 'expired',
    direction: 'out-of-lots',
    parts,
    account: HOURS.expired,
    cause: { kind: 'customer', id: customerId },
    key: tx.newId(),
    money: earnedEntries(costOfParts(parts), EXPIRED_REVENUE),
  });
}
