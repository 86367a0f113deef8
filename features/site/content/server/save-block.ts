import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { AnyContent, BlockName } from '../contract/blocks.ts';
import {
  appendVersion,
  blockAt,
  currentBlock,
  lockBlock,
  type SentContent,
  type StoredBlock,
} from './block-store.ts';
import { readDraft } from './drafts.ts';
import { keepContent } from './keep-content.ts';
import { sanitiseContent } from './sanitise.ts';

type NotSaved = Refusal<'invalid' | 'unavailable' | 'content_changed'>;

/**
 * Publishes a block. The earlier version is kept and the draft is removed; the version check ensures that nobody else's
 * draft is lost.
 */
export function saveBlock(
  ctx: Context,
  block: BlockName,
  sent: SentContent,
): Promise<StoredBlock | NotSaved> {
  const { version: seenVersion, revision, ...content } = sent;
  return inTransaction(ctx, async (tx) => {
    await lockBlock(tx, block);
    const before = await currentBlock(tx, block);
    const draft = await readDraft(tx, block);
    const isUnseen =
      (seenVersion !== undefined && seenVersion !== before.version) ||
      (revision !== undefined && revision !== draft.revision);
    if (isUnseen) return refuse('content_changed', { extensions: { version: before.version } });
    const clean = sanitiseContent(content) as AnyContent;
    const refused = await keepContent(tx, clean);
    if (refused !== null) return refused;
    return writeNext(tx, block, { before, content: clean, restoredFrom: null });
  });
}

/** Publishes an earlier version again, unchanged. Version 0 is the default content. */
export function restoreBlock(
  ctx: Context,
  block: BlockName,
  version: number,
): Promise<StoredBlock | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockBlock(tx, block);
    const before = await currentBlock(tx, block);
    const earlier = await blockAt(tx, block, version);
    if (earlier === null) return refuse('not_found');
    if (earlier.version === before.version) return before;
    return writeNext(tx, block, { before, content: earlier.content, restoredFrom: version });
  });
}

interface Next {
  readonly before: StoredBlock;
  readonly content: AnyContent;
  readonly restoredFrom: number | null;
}

async function writeNext(
  tx: Tx,
  block: BlockName,
  { before, content, restoredFrom }: Next,
): Promise<StoredBlock> {
  const version = before.version + 1;
  await appendVersion(tx, block, { version, content, restoredFrom });
  await tx.db.deleteFrom('site_block_draft').where('block', '=', block).execute();
  await audit(tx, {
    action: restoredFrom === null ? 'site.changed' : 'site.restored',
    subject: { kind: 'site-block', id: null },
    before: { block, version: before.version },
    after: { block, version, ...(restoredFrom !== null && { restoredFrom }) },
  });
  return currentBlock(tx, block);
}
