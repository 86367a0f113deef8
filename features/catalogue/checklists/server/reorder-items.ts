import { sql } from 'kysely';
import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { ChecklistReply } from '../contract.ts';
import { reorder } from '../rules/reorder.ts';
import { type ChecklistRow, toItemReply } from './item-record.ts';

/** Reorders the named items and renumbers all items from 1. */
export function reorderItems(
  ctx: ContextOf<'admin'>,
  ids: readonly string[],
): Promise<{ items: ChecklistReply[] } | Refusal<'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockItemOrder(tx);
    const before = (await inOrder(tx)).map((row) => row.id);
    const unknown = ids.some((id) => !before.includes(id));
    if (unknown || new Set(ids).size !== ids.length) {
      return refuseField('ids', 'List each item once, and none from the trash.');
    }
    const sorted = reorder(before, ids);
    await number(tx, sorted);
    await audit(tx, {
      action: 'checklist_item.reordered',
      subject: { kind: 'checklist_item', id: null },
      before: { ids: before },
      after: { ids: sorted },
    });
    return { items: (await inOrder(tx)).map(toItemReply) };
  });
}

/**
 * Serialises appending and sorting, which would otherwise assign the same positions. Not a table lock: a transaction
 * that changes an item locks its row before the table, so that two of them could deadlock.
 */
export async function lockItemOrder(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('checklist order', 0))`.execute(tx.db);
}

function inOrder(tx: Tx): Promise<ChecklistRow[]> {
  return tx.db
    .selectFrom('checklist_item')
    .selectAll()
    .where('trashed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

async function number(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update checklist_item set position = sorted.nth, updated_at = ${tx.clock.now().toString()}
    from unnest(${[...ids]}::uuid[]) with ordinality as sorted (id, nth)
    where checklist_item.id = sorted.id and position <> sorted.nth`.execute(tx.db);
}
