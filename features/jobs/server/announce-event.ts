import type { Tx } from '#platform/server/context.ts';

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
  const task = act === 'put' ? 'put-calendar-event' : 'delete-calendar-event';
  const key = `calendar:${jobId}`;
  await tx.outbox.announce(tx, task, { jobId }, { key, queue: key, maxAttempts: ATTEMPTS });
}
