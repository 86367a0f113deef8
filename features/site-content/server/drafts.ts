import { idOf } from '#platform/kernel/actor.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { AnyContent, BlockName } from '../contract/blocks.ts';
import { currentBlock, lockBlock, readContent } from './block-store.ts';
import { keepContentPictures } from './pictures.ts';
import { sanitiseContent } from './sanitise.ts';

export interface Draft {
  readonly content: AnyContent;
  readonly isDraft: boolean;
  readonly savedAt: string | null;
  /** The version that it was begun from. */
  readonly version: number;
}

/** What the office has begun; what the site says where there is nothing. */
export async function readDraft(ctx: Context, block: BlockName): Promise<Draft> {
  const row = await ctx.db
    .selectFrom('site_block_draft')
    .select(['content', 'based_on', 'saved_at'])
    .where('block', '=', block)
    .executeTakeFirst();
  if (row === undefined) {
    const { content, version } = await currentBlock(ctx, block);
    return { content, isDraft: false, savedAt: null, version };
  }
  return {
    content: readContent(block, row.content),
    isDraft: true,
    savedAt: wireTime(row.saved_at),
    version: row.based_on,
  };
}

/** Keeps what the office has begun; the site goes on saying what it says. */
export function saveDraft(
  ctx: Context,
  block: BlockName,
  { version, ...content }: AnyContent & { readonly version?: number | undefined },
): Promise<Draft | Refusal<'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockBlock(tx, block);
    const clean = sanitiseContent(content);
    const refused = await keepContentPictures(tx, clean);
    if (refused !== null) return refused;
    const draft = {
      content: JSON.stringify(clean),
      based_on: version ?? (await currentBlock(tx, block)).version,
      saved_at: tx.clock.now().toString(),
      saved_by: idOf(tx.actor),
    };
    await tx.db
      .insertInto('site_block_draft')
      .values({ block, ...draft })
      .onConflict((taken) => taken.column('block').doUpdateSet(draft))
      .execute();
    return readDraft(tx, block);
  });
}

export async function discardDraft(ctx: Context, block: BlockName): Promise<Draft> {
  await ctx.db.deleteFrom('site_block_draft').where('block', '=', block).execute();
  return readDraft(ctx, block);
}
