import type { Context } from '#platform/server/context.ts';
import type { ArchiveExport } from '../contract.ts';
import { toExports } from './export-row.ts';

const MOST = 20;

/** The latest exports, newest first. */
export async function listExports(ctx: Context): Promise<{ items: ArchiveExport[] }> {
  const rows = await ctx.db
    .selectFrom('archive_export')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  return { items: await toExports(ctx, rows) };
}
