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
    .select(['version', 'createdAt', 'createdBy', 'restoredFrom'])
    .where('block', '=', block)
    .orderBy('version', 'desc')
    .limit(MAX_VERSIONS)
    .execute();
  const names = await adminNames(
    ctx,
    rows.flatMap(({ createdBy }) => (createdBy === null ? [] : [createdBy])),
  );
  const items = rows.map((row, i) => {
    const fullname = row.createdBy === null ? undefined : names.get(row.createdBy);
    return {
      version: row.version,
      createdAt: wireTime(row.createdAt),
      by: row.createdBy === null || fullname === undefined ? null : { id: row.createdBy, fullname },
      restoredFrom: row.restoredFrom,
      isCurrent: i === 0,
    };
  });
  return { items, next: null, total: items.length, from: 0, size: items.length };
}
