import type { Tx } from '#platform/server/context.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'put-calendar-event': { readonly jobId: string };
    'delete-calendar-event': { readonly jobId: string };
  }
}

/** About a day of tries: a calendar that is down holds nobody up. Source: SPEC.md 8. */
const ATTEMPTS = 14;

/** Puts the visit into the company's calendar once the transaction commits; a later word replaces an earlier one. */
export async function announceEvent(tx: Tx, jobId: string, act: 'put' | 'delete'): Promise<void> {
  const task = act === 'put' ? 'put-calendar-event' : 'delete-calendar-event';
  await tx.outbox.announce(tx, task, { jobId }, { key: `calendar:${jobId}`, maxAttempts: ATTEMPTS });
}
