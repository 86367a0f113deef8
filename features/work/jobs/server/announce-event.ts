import type { Tx } from '#platform/server/context.ts';
import { type NewTask, newTask } from '#platform/server/outbox.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'put-calendar-event': { readonly jobId: string };
    'delete-calendar-event': { readonly jobId: string };
  }
}

/** About a day of tries: a calendar that is down holds nobody up. Source: SPEC.md 8. */
const ATTEMPTS = 14;

/**
 * Puts the visit into the company's calendar once the transaction commits, or takes it out. A later word replaces an
 * earlier one that has not run, and waits for one that is running: they never cross on the way.
 */
export async function announceEvent(tx: Tx, jobId: string, act: 'put' | 'delete'): Promise<void> {
  await tx.outbox.announceAll(tx, [eventTask(jobId, act)]);
}

/** As announceEvent, to be announced along with other tasks. */
export function eventTask(jobId: string, act: 'put' | 'delete'): NewTask {
  const task = act === 'put' ? 'put-calendar-event' : 'delete-calendar-event';
  return newTask(task, { jobId }, { key: `calendar:${jobId}`, queue: queueOf(jobId), maxAttempts: ATTEMPTS });
}

/**
 * One of sixteen: the words about a visit stay in order. A queue for each visit would stay in the worker's table for
 * ever, and the worker looks through all of them whenever it looks for a task.
 */
function queueOf(jobId: string): string {
  return `calendar:${jobId.slice(-1)}`;
}
