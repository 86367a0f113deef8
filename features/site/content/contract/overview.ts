/** Every block as the office sees it: what the site says, what is begun, and who was last at it. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeContent } from '../rules/policy.ts';
import { BLOCK_NAMES } from './blocks.ts';

const by = z.object({ id, fullname: z.string() }).nullable();

export const readBlocks = defineCall({
  method: 'GET',
  path: '/cms/blocks',
  ...openTo(changeContent),
  summary: 'All blocks of the site as the office works on them, with their drafts',
  reply: z.object({
    blocks: z.array(
      z.object({
        name: z.enum(BLOCK_NAMES),
        version: z.int(),
        updatedAt: wireMoment.nullable(),
        by,
        /** What the site says; its fields are those of the block. */
        content: z.record(z.string(), z.unknown()),
        draft: z
          .object({
            content: z.record(z.string(), z.unknown()),
            savedAt: wireMoment,
            by,
            revision: id,
            /** The version that it was begun from. */
            version: z.int(),
          })
          .nullable(),
      }),
    ),
  }),
});

export type BlockState = z.output<typeof readBlocks.reply>['blocks'][number];
