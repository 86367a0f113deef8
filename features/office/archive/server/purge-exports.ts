import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';
import { FAILURES, KEPT_HOURS, SILENT_AFTER_S } from '../rules/file-lifetime.ts';
import { removeParts } from './export-parts.ts';

/** By the database's clock, as `beat_at` is: a sandbox clock can jump. */
const IS_SILENT = sql<boolean>`beat_at < now() - make_interval(secs => ${SILENT_AFTER_S})`;

/**
 * Cron job: ends exports whose process was killed, and deletes the files that are a day old or belong to no finished
 * export. Each step is idempotent.
 */
export async function purgeExports(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('archive_export')
    .set({ state: 'failed', failure: FAILURES.stopped, ended_at: now.toString() })
    .where('state', '=', 'running')
    .where(IS_SILENT)
    .execute();
  await ctx.db
    .updateTable('archive_export')
    .set({ state: 'removed' })
    .where('state', '=', 'done')
    .where('ended_at', '<', now.subtract({ hours: KEPT_HOURS }).toString())
    .execute();
  const removed = await ctx.db
    .selectFrom('archive_export')
    .select(['id', 'parts'])
    .where('parts', '>', 0)
    // The process that wrote a cancelled one deletes its parts itself, unless it is gone.
    .where((row) =>
      row.or([
        row('state', '=', 'removed'),
        row.and([row('state', 'in', ['cancelled', 'failed']), IS_SILENT]),
      ]),
    )
    .execute();
  for (const { id, parts } of removed) await removeParts(ctx, id, parts);
}
