import type { Context } from '#platform/server/context.ts';

/** Public holidays on which nobody works, in `[from, until)`: day (`YYYY-MM-DD`) → name. */
export async function closedDays(
  ctx: Context,
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
): Promise<Map<string, string>> {
  const days = await ctx.db
    .selectFrom('public_holiday')
    .select(['day', 'name'])
    .where('closed', '=', true)
    .where('day', '>=', from.toString())
    .where('day', '<', until.toString())
    .orderBy('day')
    .execute();
  return new Map(days.map(({ day, name }) => [day, name]));
}
