/** Background tasks that failed for good: another try, or none. */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { seeFailedTasks } from './rules/policy.ts';

const failedTask = z.strictObject({
  /** The queue's number. */
  id: z.string(),
  /** As in the code: `send-refund`. */
  task: z.string(),
  /** The job that it is about; null if it is about something else. */
  jobID: id.nullable(),
  createdAt: wireMoment,
  attempts: z.int(),
  /** The message of the last error. */
  error: z.string(),
  /** False if its content has been deleted. */
  canRetry: z.boolean(),
});
export type FailedTask = z.output<typeof failedTask>;

export const listFailedTasks = defineCall({
  method: 'GET',
  path: '/failed-tasks',
  ...openTo(seeFailedTasks),
  summary:
    'Background tasks that have used up their attempts: the latest 100, newest first, and how many there are.',
  reply: z.strictObject({ items: z.array(failedTask), total: z.int() }),
});

export const retryTask = defineCall({
  method: 'POST',
  path: '/failed-tasks/:number/retry',
  ...openTo(seeFailedTasks),
  summary: 'Gives a failed background task all its attempts back, the first one now.',
  params: z.object({ number: z.string().max(40) }),
  body: z.strictObject({}),
  reply: z.strictObject({ ok: z.literal(true) }),
  idempotent: true,
});

export const dropTask = defineCall({
  method: 'POST',
  path: '/failed-tasks/:number/drop',
  ...openTo(seeFailedTasks),
  summary:
    'Deletes a failed background task: it is not run again. A message that it would send is dropped too.',
  params: z.object({ number: z.string().max(40) }),
  body: z.strictObject({}),
  reply: z.strictObject({ ok: z.literal(true) }),
  idempotent: true,
});
