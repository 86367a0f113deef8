import { z } from 'zod';
import { jobType } from '#features/packages/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { id, idParams, line, listQuery, listReply, required } from '#platform/contract/schemas.ts';
import { recordMarks, serverOwned, trashCalls } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeChecklist, seeChecklist } from './rules/policy.ts';

const fields = {
  english: required(300),
  chinese: line(300),
  /** The heading it stands under: Kitchen. */
  category: line(60),
  /** Counts from 1. Left out on create: at the end. */
  position: z.int().min(0).max(100_000),
  /** Empty: for all kinds of jobs. */
  jobTypes: z
    .array(jobType)
    .max(10)
    .transform((types) => [...new Set(types)]),
};

export const checklistReply = z.object({
  id,
  english: z.string(),
  chinese: z.string(),
  category: z.string(),
  position: z.int(),
  jobTypes: z.array(jobType),
  ...recordMarks,
});
export type ChecklistReply = z.output<typeof checklistReply>;

export const SORTABLE = ['position', 'category', 'english', 'createdAt'] as const;

export const listChecklists = defineCall({
  method: 'GET',
  path: '/checklists',
  ...openTo(seeChecklist),
  summary: 'Checklist items in their order',
  query: listQuery(SORTABLE, { category: line(60).optional(), jobType: jobType.optional() }),
  reply: listReply(checklistReply),
  streamed: true,
});

export const readChecklist = defineCall({
  method: 'GET',
  path: '/checklists/:id',
  ...openTo(seeChecklist),
  summary: 'One checklist item',
  params: idParams,
  reply: checklistReply,
});

export const createChecklist = defineCall({
  method: 'POST',
  path: '/checklists',
  who: ['admin'],
  summary: 'Adds a checklist item',
  body: z.strictObject(fields).partial().required({ english: true }),
  ignored: serverOwned,
  reply: checklistReply,
  status: 201,
});

export const updateChecklist = defineCall({
  method: 'POST',
  path: '/checklists/:id/update',
  who: ['admin'],
  summary: 'Changes the fields sent; jobs that were paid keep the list they have',
  params: idParams,
  body: z.strictObject(fields).partial(),
  ignored: serverOwned,
  reply: checklistReply,
});

export const { trash: trashChecklist, untrash: untrashChecklist } = trashCalls({
  path: '/checklists',
  thing: 'a checklist item',
  action: changeChecklist,
  reply: checklistReply,
});

export const reorderChecklists = defineCall({
  method: 'POST',
  path: '/checklists/reorder',
  who: ['admin'],
  summary: 'Puts the named items into this order, on the places they hold together; the others stay',
  body: z.strictObject({ ids: z.array(id).min(1).max(2000) }),
  reply: z.object({ items: z.array(checklistReply) }),
});
