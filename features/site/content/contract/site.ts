/** Reads of all content: for the public pages in one language, and for the office with drafts and changes. */
import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { LANGUAGES } from '#languages/index.ts';
import { defineCall } from '#platform/contract/call.ts';
import { id, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { PLACEHOLDER_NAMES } from '../rules/placeholders.ts';
import { seeContent, seeDrafts } from '../rules/policy.ts';
import { BLOCK_NAMES, BLOCKS, type BlockName } from './blocks.ts';
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
  query: z.strictObject({ lang: z.enum(LANGUAGES).default('en') }),
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

/** Null if it was not changed by an admin. */
const by = z.object({ id, fullname: z.string() }).nullable();

export const readBlocks = defineCall({
  method: 'GET',
  path: '/cms/blocks',
  ...openTo(seeDrafts),
  summary: 'All blocks of the site with their drafts, for the office',
  reply: z.object({
    blocks: z.array(
      z.object({
        name: z.enum(BLOCK_NAMES),
        version: z.int(),
        updatedAt: wireMoment.nullable(),
        by,
        /** The published content, with the block's fields. */
        content: z.record(z.string(), z.unknown()),
        draft: z
          .object({
            content: z.record(z.string(), z.unknown()),
            savedAt: wireMoment,
            by,
            revision: id,
            /** The version it is based on. */
            version: z.int(),
          })
          .nullable(),
      }),
    ),
  }),
});

export type BlockState = z.output<typeof readBlocks.reply>['blocks'][number];

/** The fields depend on the entry's kind. */
const fields = z.record(z.string(), z.unknown());

export const listChanges = defineCall({
  method: 'GET',
  path: '/cms/changes',
  ...openTo(seeDrafts),
  summary: 'The last 200 changes of all entries, or of one, newest first, including deleted ones',
  query: z.strictObject({ id: id.optional() }),
  reply: z.object({
    items: z.array(
      z.object({
        kind: z.enum(ITEM_KINDS),
        itemID: id,
        version: z.int(),
        change: z.enum(['added', 'changed', 'deleted', 'restored']),
        createdAt: wireMoment,
        by,
        /** The version that this change restored. */
        restoredFrom: z.int().nullable(),
        /** The current version on the site. */
        isCurrent: z.boolean(),
        /** The entry is currently deleted. */
        isDeleted: z.boolean(),
        content: fields,
        /** The values before; null for the first version. */
        before: fields.nullable(),
      }),
    ),
  }),
});

export type ItemChange = z.output<typeof listChanges.reply>['items'][number];
