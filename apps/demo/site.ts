import { BLOCKS, type BlockName } from '#features/site/content/contract/blocks.ts';
import { ITEM_KINDS } from '#features/site/content/contract/items.ts';
import { addItem, saveBlock } from '#features/site/content/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { accepted } from './accepted.ts';
import { siteBlocks } from './data/site.ts';
import siteLists from './data/site-lists.json' with { type: 'json' };

/** Creates the site's content. */
export async function writeSite(ctx: Context): Promise<void> {
  for (const [name, content] of Object.entries(siteBlocks)) {
    accepted(await saveBlock(ctx, name as BlockName, BLOCKS[name as BlockName].content.parse(content)));
  }
  for (const kind of ITEM_KINDS) {
    for (const item of siteLists[kind]) accepted(await addItem(ctx, kind, item));
  }
}
