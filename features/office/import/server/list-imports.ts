import { fullnameOf } from '#platform/kernel/names.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Batch, ReportedRow } from '../contract.ts';
import { toBatches } from './batch-row.ts';

const MAX_BATCHES = 100;
const MAX_REPORTED = 500;

/** The latest imports, newest first. */
export async function listImports(ctx: Context): Promise<{ items: Batch[] }> {
  const rows = await ctx.db
    .selectFrom('import_batch')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_BATCHES)
    .execute();
  return { items: await toBatches(ctx, rows) };
}

/** The rows of an import that were skipped, or that an undo kept. */
export async function listImportReport(
  { db }: Context,
  batchId: string,
): Promise<{ items: ReportedRow[] } | Refusal<'not_found'>> {
  const batch = await db.selectFrom('import_batch').select('id').where('id', '=', batchId).executeTakeFirst();
  if (batch === undefined) return refuse('not_found');
  const rows = await db
    .selectFrom('import_row as row')
    .leftJoin('customer', 'customer.id', 'row.customer_id')
    .leftJoin('cleaner', 'cleaner.id', 'row.cleaner_id')
    .select([
      'row.row_number',
      'row.outcome',
      'row.reason',
      'row.customer_id',
      'row.cleaner_id',
      'customer.firstname as customer_firstname',
      'customer.lastname as customer_lastname',
      'customer.display_name as customer_display_name',
      'cleaner.firstname as cleaner_firstname',
      'cleaner.lastname as cleaner_lastname',
      'cleaner.display_name as cleaner_display_name',
    ])
    .where('row.batch_id', '=', batchId)
    .where('row.outcome', 'in', ['skipped', 'kept'])
    .orderBy('row.row_number')
    .limit(MAX_REPORTED)
    .execute();
  return {
    items: rows.map((row) => ({
      id: String(row.row_number),
      row: row.row_number,
      outcome: row.outcome as ReportedRow['outcome'],
      reason: row.reason,
      recordID: row.customer_id ?? row.cleaner_id,
      name: fullnameOf({
        firstname: row.customer_firstname ?? row.cleaner_firstname ?? '',
        lastname: row.customer_lastname ?? row.cleaner_lastname ?? '',
        displayName: row.customer_display_name ?? row.cleaner_display_name ?? '',
      }),
    })),
  };
}
