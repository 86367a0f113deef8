import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { JobType } from '../rules/package.ts';
import { PACKAGE, toPackageReply } from './package-record.ts';
import { isVisible } from './visible-packages.ts';

/** One package, if the actor may see it. */
export async function getShownPackage(ctx: Context, id: string) {
  const row = await PACKAGE.find(ctx, id);
  return row === undefined || !isVisible(ctx, row) ? refuse('not_found') : toPackageReply(row);
}

/** Names of packages in the order of the ids; unknown and hidden ones are omitted. */
export async function shownNames(ctx: Context, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('package')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.filter((found) => isVisible(ctx, found)).map((found) => [found.id, found]));
  return ids.flatMap((id) => {
    const found = byId.get(id);
    if (found === undefined) return [];
    return [{ id, label: found.label, category: found.category, type: found.type as JobType }];
  });
}
