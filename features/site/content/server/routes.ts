import { writtenLanguage } from '#languages/index.ts';
import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { BLOCK_NAMES, type BlockName, blockOf } from '../contract/blocks.ts';
import { ITEM_KINDS, type ItemKind, itemsOf } from '../contract/items.ts';
import * as calls from '../contract/site.ts';
import { PLACEHOLDER_NAMES, PLACEHOLDERS } from '../rules/placeholders.ts';
import {
  blockAt,
  currentBlock,
  discardDraft,
  listVersions,
  readBlocks,
  readDraft,
  restoreBlock,
  type StoredBlock,
  saveBlock,
  saveDraft,
} from './blocks.ts';
import {
  addItem,
  deleteItem,
  listChanges,
  listItems,
  reorderItems,
  restoreItem,
  updateItem,
} from './items.ts';
import { readPlaceholderValues, readSite } from './read-site.ts';

export function routes(api: Api): void {
  handle(api, calls.readSite, ({ ctx, query }) => readSite(ctx, writtenLanguage(query.lang)));
  handle(api, calls.readPlaceholders, async ({ ctx, query }) => {
    const values = await readPlaceholderValues(ctx, query.lang);
    return {
      items: PLACEHOLDER_NAMES.map((name) => ({ name, means: PLACEHOLDERS[name], value: values[name] })),
    };
  });
  handle(api, calls.listChanges, ({ ctx, query }) => listChanges(ctx, query.id));
  handle(api, calls.readBlocks, ({ ctx }) => readBlocks(ctx));
  for (const name of BLOCK_NAMES) routesOfBlock(api, name);
  for (const kind of ITEM_KINDS) routesOfItems(api, kind);
}

function routesOfBlock(api: Api, name: BlockName): void {
  const block = blockOf(name);
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
  const list = itemsOf(kind);
  handle(api, list.list, ({ ctx, query }) => listItems(ctx, kind, query));
  handle(api, list.add, async ({ ctx, body }) => (await addItem(ctx, kind, body)) as never);
  handle(
    api,
    list.update,
    async ({ ctx, params, body }) => (await updateItem(ctx, kind, { id: params.id, sent: body })) as never,
  );
  handle(
    api,
    list.restore,
    async ({ ctx, params, body }) =>
      (await restoreItem(ctx, kind, { id: params.id, version: body.version })) as never,
  );
  handle(api, list.remove, ({ ctx, params }) => deleteItem(ctx, kind, params.id));
  handle(api, list.reorder, async ({ ctx, body }) => (await reorderItems(ctx, kind, body.ids)) as never);
}
