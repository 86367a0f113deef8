import type { Context } from '#platform/server/context.ts';

/**
 * Whether a job is a visit of a series, which may be further ahead than a single one. Registered with schedule, a
 * lower-level feature.
 */
export async function isOfSeries(ctx: Context, jobId: string): Promise<boolean> {
  const row = await ctx.db.selectFrom('job').select('series_id').where('id', '=', jobId).executeTakeFirst();
  return (row?.series_id ?? null) !== null;
}
