/** All blocks for the office: published content, drafts, and who edited them last. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { seeDrafts } from '../rules/policy.ts';
import { BLOCK_NAMES } from './blocks.ts';

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
