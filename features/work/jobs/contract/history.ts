/** The history of a job: who, what, when, before and after. Read from the append-only audit trail. */

import { z } from 'zod';
import { SOFT_RULES } from '#features/work/schedule/rules/diary.ts';
import { defineCall } from '#platform/contract/call.ts';
import { id, idParams, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { CHANGED_FIELDS } from '../rules/history-changes.ts';
import * as policy from '../rules/policy.ts';

/** Times are ISO with offset, money is in cents, people are names; null means no value. */
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

export const historyEntry = z.object({
  id,
  at: wireMoment,
  who: z.object({
    /** `anyone`: nobody was signed in; the system did it. */
    kind: z.enum(['admin', 'cleaner', 'customer', 'anyone']),
    /** Empty for the system or an unknown person. */
    name: z.string(),
  }),
  /** The action in the audit trail, such as `job.cancelled`. */
  action: z.string(),
  reason: z.string(),
  /** Cleaners who were assigned despite soft rules, by name. */
  overridden: z.array(z.object({ cleaner: z.string(), rules: z.array(z.enum(SOFT_RULES)) })),
  changes: z.array(
    z.object({
      field: z.enum(CHANGED_FIELDS),
      /** For a clock entry: the cleaner whose clock it is. */
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
  summary: 'The history of a job, latest first.',
  params: idParams,
  reply: z.object({ items: z.array(historyEntry) }),
});
