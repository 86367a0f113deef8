import { removeUnusedCleaner } from '#features/people/cleaners/server/index.ts';
import { removeUnusedCustomer } from '#features/people/customers/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type Batch, UNDONE_AT_ONCE } from '../contract.ts';
import { type BatchRow, lockBatch, saveBatch, toBatch } from './batch-row.ts';

interface Undone {
  readonly batch: Batch;
  readonly left: number;
}

/**
 * Removes the next people that an import created. Who was changed since, has signed in, has a booking or is otherwise
 * referred to stays, with the reason. The first request ends a running import, so that no rows come behind its back.
 */
export function undoImport(ctx: Context, id: string): Promise<Undone | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch === null) return refuse('not_found');
    if (batch.undoneAt !== null) {
      noChange(tx);
      return { batch: await toBatch(tx, batch), left: 0 };
    }
    const rows = await nextRows(tx, id);
    const some = rows.slice(0, UNDONE_AT_ONCE);
    let removed = 0;
    for (const row of some) removed += (await undoRow(tx, id, row)) ? 1 : 0;
    const left = await countCreated(tx, id);
    const saved = await saveUndone(tx, batch, { removed: batch.removed + removed, isDone: left === 0 });
    return { batch: await toBatch(tx, saved), left };
  });
}

function nextRows({ db }: Tx, batchID: string) {
  return db
    .selectFrom('import_row')
    .select(['rowNumber', 'customerID', 'cleanerID', 'writtenAt'])
    .where('batchID', '=', batchID)
    .where('outcome', '=', 'created')
    .orderBy('rowNumber')
    .limit(UNDONE_AT_ONCE)
    .execute();
}

type CreatedRow = Awaited<ReturnType<typeof nextRows>>[number];

/** Whether the person is removed, or had been. */
async function undoRow(tx: Tx, batchID: string, row: CreatedRow): Promise<boolean> {
  const kept = await removePerson(tx, row);
  await tx.db
    .updateTable('import_row')
    .set({ outcome: kept === null ? 'removed' : 'kept', reason: kept ?? '' })
    .where('batchID', '=', batchID)
    .where('rowNumber', '=', row.rowNumber)
    .execute();
  return kept === null;
}

/** Why the person stays; null if they are removed. */
async function removePerson(tx: Tx, row: CreatedRow): Promise<string | null> {
  if (row.customerID !== null) return removeUnusedCustomer(tx, row.customerID, row.writtenAt);
  if (row.cleanerID !== null) return removeUnusedCleaner(tx, row.cleanerID, row.writtenAt);
  return null;
}

async function countCreated({ db }: Tx, batchID: string): Promise<number> {
  const { count } = await db
    .selectFrom('import_row')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('batchID', '=', batchID)
    .where('outcome', '=', 'created')
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function saveUndone(
  tx: Tx,
  batch: BatchRow,
  { removed, isDone }: { readonly removed: number; readonly isDone: boolean },
): Promise<BatchRow> {
  const now = tx.clock.now().toString();
  const ended = batch.endedAt === null ? { endedAt: now, cancelled: true } : {};
  const saved = await saveBatch(tx, batch.id, { removed, ...ended, ...(isDone && { undoneAt: now }) });
  await audit(tx, {
    action: isDone ? 'import.undone' : 'import.undo-continued',
    subject: { kind: 'import', id: batch.id },
    before: { removed: batch.removed },
    after: { removed },
  });
  return saved;
}
