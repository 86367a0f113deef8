import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { BLOCK_NAMES, BLOCKS, type BlockName } from '../contract/blocks.ts';
import { listChanges as listChangesCall } from '../contract/changes.ts';
import { ITEM_KINDS, ITEMS, type ItemKind } from '../contract/items.ts';
import { readBlocks as readBlocksCall } from '../contract/overview.ts';
import { readPlaceholders, readSite as readSiteCall } from '../contract/site.ts';
import { PLACEHOLDER_NAMES, PLACEHOLDERS } from '../rules/placeholders.ts';
import { blockAt, currentBlock, type StoredBlock } from './block-store.ts';
import { discardDraft, readDraft, saveDraft } from './drafts.ts';
import { addItem, deleteItem, reorderItems, restoreItem, updateItem } from './items.ts';
import { listChanges } from './list-changes.ts';
import { listItems } from './list-items.ts';
import { listVersions } from './list-versions.ts';
import { readBlocks } from './read-blocks.ts';
import { readPlaceholderValues, readSite } from './read-site.ts';
import { restoreBlock, saveBlock } from './save-block.ts';

export function routes(api: Api): void {
  handle(api, readSiteCall, ({ ctx, query }) => readSite(ctx, query.lang));
  handle(api, readPlaceholders, async ({ ctx, query }) => {
    const values = await readPlaceholderValues(ctx, query.lang);
    return {
      items: PLACEHOLDER_NAMES.map((name) => ({ name, means: PLACEHOLDERS[name], value: values[name] })),
    };
  });
  handle(api, listChangesCall, ({ ctx, query }) => listChanges(ctx, query.id));
  handle(api, readBlocksCall, ({ ctx }) => readBlocks(ctx));
  for (const name of BLOCK_NAMES) routesOfBlock(api, name);
  for (const kind of ITEM_KINDS) routesOfItems(api, kind);
}

/** All blocks have the same routes with different contracts. For the types, one block stands for all. */
function routesOfBlock(api: Api, name: BlockName): void {
  const block = BLOCKS[name] as (typeof BLOCKS)['disclaimer'];
  const reply = ({ content, version, createdAt }: StoredBlock) =>
    ({ ...content, version, updatedAt: createdAt }) as never;
  handle(api, block.read, async ({ ctx }) => reply(await currentBlock(ctx, name)));
  handle(api, block.save, async ({ ctx, body }) => {
    const saved = await saveBlock(ctx, name, body);
    return isRefusal(saved) ? saved : reply(saved);
  });
  handle(api, block.versions, ({ ctx }) => listVersions(ctx, name));
  handle(api, block.readVersion, async ({ ctx, params }) => {
    const stored = await blockAt(ctx, name, params.version);
    return stored === null ? refuse('not_found') : reply(stored);
  });
  handle(api, block.restore, async ({ ctx, body }) => {
    const restored = await restoreBlock(ctx, name, body.version);
    return isRefusal(restored) ? restored : reply(restored);
  });
  handle(api, block.readDraft, async ({ ctx }) => (await readDraft(ctx, name)) as never);
  handle(api, block.saveDraft, async ({ ctx, body }) => (await saveDraft(ctx, name, body)) as never);
  handle(api, block.discardDraft, async ({ ctx }) => (await discardDraft(ctx, name)) as never);
}

function routesOfItems(api: Api, kind: ItemKind): void {
  const calls = ITEMS[kind] as (typeof ITEMS)['testimonials'];
  handle(api, calls.list, ({ ctx, query }) => listItems(ctx, kind, query));
  handle(api, calls.add, async ({ ctx, body }) => (await addItem(ctx, kind, body)) as never);
  handle(
    api,
    calls.update,
    async ({ ctx, params, body }) => (await updateItem(ctx, kind, { id: params.id, sent: body })) as never,
  );
  handle(
    api,
    calls.restore,
    async ({ ctx, params, body }) =>
      (await restoreItem(ctx, kind, { id: params.id, version: body.version })) as never,
  );
  handle(api, calls.remove, ({ ctx, params }) => deleteItem(ctx, kind, params.id));
  handle(api, calls.reorder, async ({ ctx, body }) => (await reorderItems(ctx, kind, body.ids)) as never);
}
