import type { Context } from '#platform/server/context.ts';
import { removeFiles } from './picture-files.ts';

/** Somebody who chose a photo and has not saved the form yet has a day for it. */
const KEPT_UNUSED = { hours: 24 };
/** What a minute's sweep takes at most; the next goes on. */
const AT_ONCE = 50;

/** Takes away what nobody uses: first the right to use it, then the files, at last the row. Each step may be repeated. */
export async function sweepUploads(ctx: Context): Promise<void> {
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
    .where('unused_since', 'is not', null) // by its index
    .orderBy('unused_since')
    .limit(AT_ONCE)
    .execute();
  for (const upload of removed) {
    await removeFiles(ctx.providers.files, upload);
    await ctx.db.deleteFrom('upload').where('id', '=', upload.id).execute();
  }
}
