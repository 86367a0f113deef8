import { wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { customerName, findJobs, type JobRow } from '../lists/job-rows.ts';
import { findJobInSight } from '../lists/own-jobs.ts';

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

/** The person's own wish for it; the main flows do it by themselves. */
export async function queueEvent(
  ctx: Context,
  jobId: string,
  act: 'put' | 'delete',
): Promise<{ queued: true } | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await findJobInSight(tx, jobId);
    if (isRefusal(row)) return row;
    await announceEvent(tx, jobId, act);
    return { queued: true as const };
  });
}

/** Task: the event as the job stands now. One that is not paid, or no longer, has none. */
export async function putCalendarEvent(ctx: Context, jobId: string): Promise<void> {
  const { calendar } = ctx.providers;
  if (calendar === null) return; // no calendar is connected
  const [row] = await findJobs(ctx, [jobId]);
  if (row === undefined || row.status !== 'paid' || row.trashed_at !== null) {
    return calendar.deleteEvent(jobId);
  }
  await calendar.putEvent({
    id: row.id,
    title: `${row.label}: ${customerName(row)}`,
    location: addressLine(row),
    startTime: wireTime(row.starts_at),
    endTime: wireTime(row.ends_at),
  });
}

/** Task: no event any more. */
export async function deleteCalendarEvent(ctx: Context, jobId: string): Promise<void> {
  await ctx.providers.calendar?.deleteEvent(jobId);
}

/** One line as on an envelope: `Blk 145 Lorong 2, #08-11, Singapore 310145`. */
export function addressLine(row: JobRow): string {
  const lines = [row.address_line1, row.address_line2, row.address_line3].filter((line) => line !== '');
  return [...lines, `${row.address_country || 'Singapore'} ${row.address_postal}`].join(', ');
}
