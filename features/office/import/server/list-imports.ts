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
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_BATCHES)
    .execute();
  return { items: await toBatches(ctx, rows) };
}

/** The rows of an import that were skipped, or that an undo kept. */
export async function listImportReport(
  { db }: Context,
  batchID: string,
): Promise<{ items: ReportedRow[] } | Refusal<'not_found'>> {
  const batch = await db.selectFrom('import_batch').select('id').where('id', '=', batchID).executeTakeFirst();
  if (batch === undefined) return refuse('not_found');
  const rows = await db
    .selectFrom('import_row as row')
    .leftJoin('customer', 'customer.id', 'row.customerID')
    .leftJoin('cleaner', 'cleaner.id', 'row.cleanerID')
    .select([
      'row.rowNumber',
      'row.outcome',
      'row.reason',
      'row.customerID',
      'row.cleanerID',
      'customer.firstname as customerFirstname',
      'customer.lastname as customerLastname',
      'customer.displayName as customerDisplayName',
      'cleaner.firstname as cleanerFirstname',
      'cleaner.lastname as cleanerLastname',
      'cleaner.displayName as cleanerDisplayName',
    ])
    .where('row.batchID', '=', batchID)
    .where('row.outcome', 'in', ['skipped', 'kept'])
    .orderBy('row.rowNumber')
    .limit(MAX_REPORTED)
    .execute();
  return {
    items: rows.map((row) => ({
      id: String(row.rowNumber),
      row: row.rowNumber,
      outcome: row.outcome as ReportedRow['outcome'],
      reason: row.reason,
      recordID: row.customerID ?? row.cleanerID,
      name: fullnameOf({
        firstname: row.customerFirstname ?? row.cleanerFirstname ?? '',
        lastname: row.customerLastname ?? row.cleanerLastname ?? '',
        displayName: row.customerDisplayName ?? row.cleanerDisplayName ?? '',
      }),
    })),
  };
}
