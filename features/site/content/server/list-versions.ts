import { adminNames } from '#features/people/accounts/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { BlockName } from '../contract/blocks.ts';

/** More than anyone looks through. */
const MAX_VERSIONS = 200;

/** The versions of a block, newest first. */
export async function listVersions(ctx: Context, block: BlockName) {
  const rows = await ctx.db
    .selectFrom('site_block_version')
    .select(['version', 'created_at', 'created_by', 'restored_from'])
    .where('block', '=', block)
    .orderBy('version', 'desc')
    .limit(MAX_VERSIONS)
    .execute();
  const names = await adminNames(
    ctx,
    rows.flatMap(({ created_by }) => (created_by === null ? [] : [created_by])),
  );
  const items = rows.map((row, i) => {
    const fullname = row.created_by === null ? undefined : names.get(row.created_by);
    return {
      version: row.version,
      createdAt: wireTime(row.created_at),
      by: row.created_by === null || fullname === undefined ? null : { id: row.created_by, fullname },
      restoredFrom: row.restored_from,
      isCurrent: i === 0,
    };
  });
  return { items, next: null, total: items.length, from: 0, size: items.length };
}
