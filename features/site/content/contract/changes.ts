/** Who changed which entry of a list, and what it said before and after. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeContent } from '../rules/policy.ts';
import { ITEM_KINDS } from './items.ts';

/** An entry's fields, as its kind has them. */
const fields = z.record(z.string(), z.unknown());

export const listChanges = defineCall({
  method: 'GET',
  path: '/cms/changes',
  ...openTo(changeContent),
  summary: 'The last 200 changes of entries, or of one entry, the newest first; deleted ones too',
  query: z.object({ id: id.optional() }),
  reply: z.object({
    items: z.array(
      z.object({
        kind: z.enum(ITEM_KINDS),
        itemID: id,
        version: z.int(),
        change: z.enum(['added', 'changed', 'deleted', 'restored']),
        createdAt: wireMoment,
        /** Null where it was nobody in the office. */
        by: z.object({ id, fullname: z.string() }).nullable(),
        /** The version that was brought back with it. */
        restoredFrom: z.int().nullable(),
        /** The site says this now. */
        isCurrent: z.boolean(),
        /** The entry is not on the site at present. */
        isDeleted: z.boolean(),
        content: fields,
        /** What it said before; null for its first version. */
        before: fields.nullable(),
      }),
    ),
  }),
});

export type ItemChange = z.output<typeof listChanges.reply>['items'][number];
