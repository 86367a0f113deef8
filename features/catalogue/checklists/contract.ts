import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { recordCalls } from '#platform/contract/record.ts';
import { id, line, required } from '#platform/contract/schemas.ts';
import { recordMarks } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeChecklist, seeChecklist } from './rules/policy.ts';

const fields = {
  english: required(300),
  chinese: line(300),
  /** The heading, such as Kitchen. */
  category: line(60),
  /** We count from 1; 0 is accepted too, for clients that count from 0. Defaults to the end for a new item. */
  position: z
    .int({ error: 'Enter a whole number.' })
    .min(0, { error: 'Enter 0 or more.' })
    .max(100_000, { error: 'Enter at most 100,000.' }),
  /** Empty: for all kinds of jobs. */
  jobTypes: z
    .array(jobType)
    .max(10)
    .transform((types) => [...new Set(types)]),
};

export const checklistReply = z.object({ id, ...fields, jobTypes: z.array(jobType), ...recordMarks });
export type ChecklistReply = z.output<typeof checklistReply>;

export const createBody = z.strictObject(fields).partial().required({ english: true });

export const checklists = recordCalls({
  path: '/checklists',
  one: 'a checklist item',
  many: 'checklist items, in their order',
  see: seeChecklist,
  change: changeChecklist,
  item: checklistReply,
  create: createBody,
  update: z.strictObject(fields).partial(),
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
