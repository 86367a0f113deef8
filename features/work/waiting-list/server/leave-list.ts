import { releaseHold } from '#features/work/jobs/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { WaitingEntry } from '../contract.ts';
import { joinWaitingList } from '../rules/policy.ts';
import { changeState, type EntryRow, findEntry, toEntry } from './entry-record.ts';

/** Ends an entry: one that waits is withdrawn, and an offered time is given up. Others stay as they are. */
export async function leaveList(
  ctx: Context,
  id: string,
): Promise<WaitingEntry | Refusal<'not_found' | 'unavailable'>> {
  const left = await inTransaction(ctx, async (tx) => {
    const entry = await findEntry(tx, id);
    if (entry === undefined || !may(tx.actor, joinWaitingList, { customer: entry.customer_id }))
      return refuse('not_found');
    // Without a lock before: a transaction that offers a time to this entry holds its row until the offer is made.
    const isWithdrawn = await changeState(tx, id, { from: 'waiting', to: 'withdrawn' });
    const refused = isWithdrawn ? null : await giveUpOffer(tx, id);
    if (refused !== null) return refused;
    const after = await findEntry(tx, id);
    if (after === undefined) return refuse('not_found');
    await note(tx, entry, after);
    return after;
  });
  return isRefusal(left) ? left : toEntry(left);
}

/** The end of the hold ends the entry (entry-outcomes.ts). Jobs are locked before entries, so this is not done here. */
async function giveUpOffer(tx: Tx, id: string): Promise<Refusal<'not_found' | 'unavailable'> | null> {
  const entry = await findEntry(tx, id);
  if (entry?.state !== 'offered' || entry.job_id === null) return null;
  const released = await releaseHold(tx, entry.job_id);
  return isRefusal(released) ? released : null;
}

async function note(tx: Tx, before: EntryRow, after: EntryRow): Promise<void> {
  if (before.state === after.state) return noChange(tx);
  await audit(tx, {
    action: 'waiting-list.left',
    subject: { kind: 'waiting-entry', id: after.id },
    before: { state: before.state },
    after: { state: after.state },
  });
}
