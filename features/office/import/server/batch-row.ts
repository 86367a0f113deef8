import type { Selectable } from 'kysely';
import type { ImportBatch } from '#database/generated.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { Batch } from '../contract.ts';

export type BatchRow = Selectable<ImportBatch>;

/** Locks a batch, so that its requests run one after another. */
export async function lockBatch(tx: Tx, id: string): Promise<BatchRow | null> {
  const row = await tx.db
    .selectFrom('import_batch')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** A batch that still takes rows. */
export async function lockOpenBatch(
  tx: Tx,
  id: string,
  kind: Batch['kind'],
): Promise<BatchRow | Refusal<'not_found' | 'import_ended' | 'import_of_others'>> {
  const row = await lockBatch(tx, id);
  if (row === null) return refuse('not_found');
  if (row.kind !== kind) return refuse('import_of_others');
  return row.endedAt === null ? row : refuse('import_ended');
}

export async function saveBatch(
  tx: Tx,
  id: string,
  changes: Partial<Omit<BatchRow, 'id'>>,
): Promise<BatchRow> {
  return tx.db
    .updateTable('import_batch')
    .set({ ...changes, updatedAt: tx.clock.now().toString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function toBatches(ctx: Context, rows: readonly BatchRow[]): Promise<Batch[]> {
  const names = await adminNames(ctx, [...new Set(rows.map((row) => row.createdBy))]);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as Batch['kind'],
    source: row.source as Batch['source'],
    filename: row.filename,
    total: row.total,
    created: row.created,
    skipped: row.skipped,
    removed: row.removed,
    state: stateOf(row),
    by: names.get(row.createdBy) ?? '',
    createdAt: wireTime(row.createdAt),
    updatedAt: wireTime(row.updatedAt),
  }));
}

export async function toBatch(ctx: Context, row: BatchRow): Promise<Batch> {
  const [batch] = await toBatches(ctx, [row]);
  if (batch === undefined) throw new Error('A batch was not converted.');
  return batch;
}

function stateOf(row: BatchRow): Batch['state'] {
  if (row.undoneAt !== null) return 'undone';
  if (row.endedAt === null) return 'running';
  return row.cancelled ? 'cancelled' : 'finished';
}
