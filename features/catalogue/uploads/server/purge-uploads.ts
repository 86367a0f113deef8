import type { Context } from '#platform/server/context.ts';
import { removeFiles } from './picture-files.ts';

/** Gives someone who chose a photo a day to save the form. */
const KEPT_UNUSED = { hours: 24 };
/** Maximum per run; the rest follow in the next run, a minute later. */
const AT_ONCE = 50;

/**
 * Cron job: deletes unused uploads in steps: first the right to use them, then the files, last the row. Each step is
 * idempotent.
 */
export async function purgeUploads(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('upload')
    .set({ removed_at: now.toString() })
    .where('unused_since', '<', now.subtract(KEPT_UNUSED).toString())
    .where('removed_at', 'is', null)
    .execute();
  const removed = await ctx.db
    .selectFrom('upload')
    .select(['id', 'width'])
    .where('removed_at', 'is not', null)
    .where('unused_since', 'is not', null) // matches the partial index
    .orderBy('unused_since')
    .limit(AT_ONCE)
    .execute();
  for (const upload of removed) {
    await removeFiles(ctx.providers.files, upload);
    await ctx.db.deleteFrom('upload').where('id', '=', upload.id).execute();
  }
}
