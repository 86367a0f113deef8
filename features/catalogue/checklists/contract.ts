import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { recordCalls } from '#platform/contract/record.ts';
import { defineFields, recordReply } from '#platform/contract/record-fields.ts';
import { id, line, required, several } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeChecklist, seeChecklist } from './rules/policy.ts';

export const checklistFields = defineFields({
  /** We count from 1; 0 is accepted too, for clients that count from 0. Defaults to the end for a new item. */
  position: {
    label: 'Position',
    sent: z
      .int({ error: 'Enter a whole number.' })
      .min(0, { error: 'Enter 0 or more.' })
      .max(100_000, { error: 'Enter at most 100,000.' }),
  },
  /** The heading, such as Kitchen. */
  category: { label: 'Category', sent: line(60), initial: '', searched: true },
  english: { label: 'English', sent: required(300), required: true, searched: true },
  chinese: { label: 'Chinese', sent: line(300), initial: '', searched: true },
  /** Empty: for all kinds of jobs. */
  jobTypes: { label: 'Jobs', sent: several(jobType, 10), shown: z.array(jobType), initial: [] },
});

export const checklistReply = recordReply(checklistFields, {});
export type ChecklistReply = z.output<typeof checklistReply>;

export const checklists = recordCalls({
  path: '/checklists',
  one: 'a checklist item',
  many: 'checklist items, in their order',
  see: seeChecklist,
  change: changeChecklist,
  item: checklistReply,
  create: z.strictObject(checklistFields.draft),
  update: z.strictObject(checklistFields.sent).partial(),
  sortable: ['position', 'category', 'english', 'chinese', 'jobTypes', 'createdAt'],
  filters: { category: line(60).optional(), jobType: jobType.optional() },
  notes: { update: 'jobs that were paid keep the list they have' },
});

export const {
  list: listChecklists,
  get: readChecklist,
  create: createChecklist,
  update: updateChecklist,
  trash: trashChecklist,
  untrash: untrashChecklist,
} = checklists;

export const reorderChecklists = defineCall({
  method: 'POST',
  path: '/checklists/reorder',
  ...openTo(changeChecklist),
  summary: 'Reorders the given items within the positions they already occupy; the others stay',
  body: z.strictObject({ ids: z.array(id).min(1).max(2000) }),
  reply: z.object({ items: z.array(checklistReply) }),
});
