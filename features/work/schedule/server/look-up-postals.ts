import { lookUpPlaces } from '#features/catalogue/places/server/index.ts';
import type { Context } from '#platform/server/context.ts';

/** How far ahead rides are planned for which positions matter most. */
const AHEAD = Temporal.Duration.from({ hours: 3 * 24 });

/** Cron job. Looks up the postal codes of the next days' visits that nobody has looked up, a few at a time. */
export async function lookUpPostals(ctx: Context): Promise<void> {
  if (ctx.providers.geocoding === null) return;
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom('cleaner_occupation')
    .select('postal')
    .distinct()
    .where('kind', '=', 'job')
    .where('released_at', 'is', null)
    .where('starts_at', '>=', now.toString())
    .where('starts_at', '<', now.add(AHEAD).toString())
    .where('postal', 'is not', null)
    .execute();
  await lookUpPlaces(
    ctx,
    rows.map(({ postal }) => postal ?? ''),
  );
}
