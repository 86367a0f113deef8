/** What happened to a job: who, what, when, before and after. Read from the audit trail, which nobody can change. */

import { z } from 'zod';
import { SOFT_RULES } from '#features/work/schedule/rules/diary.ts';
import { defineCall } from '#platform/contract/call.ts';
import { id, idParams, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { CHANGED_FIELDS } from '../rules/history-changes.ts';
import * as policy from '../rules/policy.ts';

/** Times ISO with offset, money in cents, people by name; null: there was none. */
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

export const historyEntry = z.object({
  id,
  at: wireMoment,
  who: z.object({
    /** What they are; anyone: nobody was signed in, the system did it. */
    kind: z.enum(['admin', 'cleaner', 'customer', 'anyone']),
    /** Empty: the system, or somebody who is not known any more. */
    name: z.string(),
  }),
  /** As the audit trail has it: `job.cancelled`. */
  action: z.string(),
  reason: z.string(),
  /** The cleaners who were assigned although soft rules speak against it, by name. */
  overridden: z.array(z.object({ cleaner: z.string(), rules: z.array(z.enum(SOFT_RULES)) })),
  changes: z.array(
    z.object({
      field: z.enum(CHANGED_FIELDS),
      /** Whose clock it is, where it is one. */
      about: z.string(),
      before: value,
      after: value,
    }),
  ),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const listHistory = defineCall({
  method: 'GET',
  path: '/jobs/:id/history',
  ...openTo(policy.seeHistory),
  summary: 'All that happened to a job, the latest first.',
  params: idParams,
  reply: z.object({ items: z.array(historyEntry) }),
});
