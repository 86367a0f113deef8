import type { Point } from '#features/work/schedule/rules/travel.ts';
import type { Context } from '#platform/server/context.ts';

/** Where the cleaners live: the centre of their areas. */
export async function findHomes(
  ctx: Context,
  pointOf: (postal: string) => Point | null,
): Promise<ReadonlyMap<string, Point>> {
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'postal'])
    .where('trashed_at', 'is', null)
    .execute();
  return new Map(
    rows.flatMap(({ id, postal }) => {
      const point = pointOf(postal);
      return point === null ? [] : [[id, point] as const];
    }),
  );
}
