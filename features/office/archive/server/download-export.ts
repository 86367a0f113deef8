import type { StreamedFileReply } from '#platform/contract/file.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { readParts } from './export-parts.ts';

/** The file of an export, read part by part while it is sent. */
export async function downloadExport(
  ctx: Context,
  id: string,
): Promise<StreamedFileReply | Refusal<'not_found' | 'export_gone' | 'unavailable'>> {
  const row = await inTransaction(ctx, async (tx) => {
    const found = await tx.db
      .selectFrom('archive_export')
      .select(['state', 'bytes', 'parts', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined) return refuse('not_found');
    if (found.state !== 'done') return refuse('export_gone');
    await audit(tx, { action: 'archive.downloaded', subject: { kind: 'archive', id } });
    return found;
  });
  if (isRefusal(row)) return row;
  return {
    filename: `kemas-${row.created_at.slice(0, 10)}.zip`,
    length: row.bytes,
    parts: readParts(ctx.providers.files, id, row.parts),
  };
}
