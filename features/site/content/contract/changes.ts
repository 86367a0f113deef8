/** The history of list entries: who changed what, before and after. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { seeDrafts } from '../rules/policy.ts';
import { ITEM_KINDS } from './items.ts';

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
        /** Null if it was not changed by an admin. */
        by: z.object({ id, fullname: z.string() }).nullable(),
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
