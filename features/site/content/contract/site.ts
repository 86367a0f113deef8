/** All site content in one language and one reply, as read by the public pages. */

import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { PLACEHOLDER_NAMES } from '../rules/placeholders.ts';
import { seeContent, seeDrafts } from '../rules/policy.ts';
import { BLOCKS, type BlockName } from './blocks.ts';
import { ITEM_KINDS, ITEMS, type ItemKind } from './items.ts';

type BlockWords = { readonly [N in BlockName]: (typeof BLOCKS)[N]['words'] };
type ItemWords = { readonly [K in ItemKind]: z.ZodArray<(typeof ITEMS)[K]['words']> };

const blockWords = Object.fromEntries(
  Object.entries(BLOCKS).map(([name, block]) => [name, block.words]),
) as unknown as BlockWords;
const itemWords = Object.fromEntries(
  ITEM_KINDS.map((kind) => [kind, z.array(ITEMS[kind].words)]),
) as unknown as ItemWords;

export const readSite = defineCall({
  ...routes.readSite,
  ...openTo(seeContent),
  summary: 'Reads all blocks and lists of the site in one language; untranslated texts are in English',
  query: z.strictObject({ lang: z.enum(['en', 'zh']).default('en') }),
  reply: z.object({ ...blockWords, ...itemWords }),
});

export type SiteWords = z.output<typeof readSite.reply>;

export const readPlaceholders = defineCall({
  method: 'GET',
  path: '/cms/places',
  ...openTo(seeDrafts),
  summary:
    'The placeholders that texts may contain, such as {hours}, with their current values in a language',
  query: z.strictObject({ lang: z.enum(['en', 'zh']).default('en') }),
  reply: z.object({
    items: z.array(z.object({ name: z.enum(PLACEHOLDER_NAMES), means: z.string(), value: z.string() })),
  }),
});
