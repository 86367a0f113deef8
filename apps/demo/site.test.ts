import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BLOCKS, type BlockName } from '#features/site/content/contract/blocks.ts';
import { ITEM_KINDS, ITEMS } from '#features/site/content/contract/items.ts';
import { drawingUrl } from '#features/site/content/rules/drawings.ts';
import { untranslated } from '#features/site/content/server/testing/untranslated.ts';
import { siteBlocks } from './data/site.ts';
import siteLists from './data/site-lists.json' with { type: 'json' };

const PUBLIC = join(import.meta.dirname, '../web/public');

const blocks = Object.entries(siteBlocks).map(
  ([name, content]) => [name, content, BLOCKS[name as BlockName].content] as const,
);
const items = ITEM_KINDS.flatMap((kind) =>
  siteLists[kind].map((item, index) => [`${kind} ${index + 1}`, item, ITEMS[kind].update.body] as const),
);

describe('the demo business’s site', () => {
  it.each([...blocks, ...items])(
    '%s matches its contract and has both languages',
    (_name, content, schema) => {
      expect(schema.parse(content)).toEqual(content);
      expect(untranslated(content)).toEqual([]);
    },
  );

  it('the front page has pictures', () => {
    expect(siteBlocks['hero-images']?.images.map(({ url }) => url)).toHaveLength(2);
  });

  it('the demo site shows only drawings that exist', () => {
    const said = JSON.stringify([siteBlocks, siteLists]);
    const pictures = [...said.matchAll(/"(\/drawings\/[^"]+)"/g)].map(([, path = '']) => path);
    const icons = [...said.matchAll(/"icon":"([^"]+)"/g)].map(([, name = '']) => drawingUrl(name) ?? name);
    expect(pictures.length).toBeGreaterThan(0);
    expect([...pictures, ...icons].filter((path) => !existsSync(join(PUBLIC, path)))).toEqual([]);
  });
});
