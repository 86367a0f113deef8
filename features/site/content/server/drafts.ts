import { idOf } from '#platform/kernel/actor.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { AnyContent, BlockName } from '../contract/blocks.ts';
import { currentBlock, lockBlock, readContent, type SentContent } from './block-store.ts';
import { keepContent } from './keep-content.ts';
import { sanitiseContent } from './sanitise.ts';

export interface Draft {
  readonly content: AnyContent;
  readonly isDraft: boolean;
  readonly savedAt: string | null;
  readonly revision: string | null;
  /** The version it is based on. */
  readonly version: number;
}

/** The draft of a block, or the published content if there is none. */
export async function readDraft(ctx: Context, block: BlockName): Promise<Draft> {
  const row = await ctx.db
    .selectFrom('site_block_draft')
    .select(['content', 'basedOn', 'savedAt', 'revision'])
    .where('block', '=', block)
    .executeTakeFirst();
  if (row === undefined) {
    const { content, version } = await currentBlock(ctx, block);
    return { content, isDraft: false, savedAt: null, revision: null, version };
  }
  return {
    content: readContent(block, row.content),
    isDraft: true,
    savedAt: wireTime(row.savedAt),
    revision: row.revision,
    version: row.basedOn,
  };
}

/** Saves a draft without publishing it. Refused if someone else has saved a draft or published since it was read. */
export function saveDraft(
  ctx: Context,
  block: BlockName,
  { version, revision, ...content }: SentContent,
): Promise<Draft | Refusal<'invalid' | 'unavailable' | 'content_changed'>> {
  return inTransaction(ctx, async (tx) => {
    await lockBlock(tx, block);
    const before = await readDraft(tx, block);
    const current = before.isDraft ? (await currentBlock(tx, block)).version : before.version;
    if (revision !== undefined && revision !== before.revision) return refuse('content_changed');
    if (version !== undefined && version !== current) return refuse('content_changed');
    const clean = sanitiseContent(content);
    const refused = await keepContent(tx, clean);
    if (refused !== null) return refused;
    const draft = {
      content: JSON.stringify(clean),
      basedOn: version ?? current,
      savedAt: tx.clock.now().toString(),
      savedBy: idOf(tx.actor),
      revision: tx.newID(),
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
