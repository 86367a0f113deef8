import type { Tx } from '#platform/server/context.ts';
import { type NewTask, newTask } from '#platform/server/outbox.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'put-calendar-event': { readonly jobId: string };
    'delete-calendar-event': { readonly jobId: string };
  }
}

/** Retries for about a day; a calendar outage never blocks a booking. */
const ATTEMPTS = 14;

/**
 * Puts the visit into the company's calendar, or removes it, once the transaction commits. A newer task replaces a
 * pending one and waits for a running one, so updates never overtake each other.
 */
export async function publishCalendarEvent(tx: Tx, jobId: string, act: 'put' | 'delete'): Promise<void> {
  await tx.outbox.publishAll(tx, [eventTask(jobId, act)]);
}

/** As publishCalendarEvent, for publishing together with other tasks. */
export function eventTask(jobId: string, act: 'put' | 'delete'): NewTask {
  const task = act === 'put' ? 'put-calendar-event' : 'delete-calendar-event';
  return newTask(task, { jobId }, { key: `calendar:${jobId}`, queue: queueOf(jobId), maxAttempts: ATTEMPTS });
}

/**
 * One of 16 queues, which keeps the updates of a visit in order. A queue per visit would remain in the worker's table
 * forever, and the worker scans all queues when it looks for a task.
 */
function queueOf(jobId: string): string {
  return `calendar:${jobId.slice(-1)}`;
}
