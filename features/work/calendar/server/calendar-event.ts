import { goesAhead } from '#features/work/jobs/rules/status.ts';
import {
  addressLine,
  customerName,
  findJobs,
  findVisibleJob,
  publishCalendarEvent,
} from '#features/work/jobs/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';

/** Writes or deletes a job's event on request; booking, moving and trashing do so automatically. */
export async function queueEvent(
  ctx: Context,
  jobID: string,
  act: 'put' | 'delete',
): Promise<{ queued: true } | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const row = await findVisibleJob(tx, jobID);
    if (isRefusal(row)) return row;
    await publishCalendarEvent(tx, jobID, act);
    const action = act === 'put' ? 'job.calendar-event-written' : 'job.calendar-event-removed';
    await audit(tx, { action, subject: { kind: 'job', id: jobID } });
    return { queued: true as const };
  });
}

/** Task: writes the event for the job's current state. A job that does not go ahead has none. */
export async function putCalendarEvent(ctx: Context, jobID: string): Promise<void> {
  const { calendar } = ctx.providers;
  if (calendar === null) return; // no calendar connected
  const [row] = await findJobs(ctx, [jobID]);
  if (row === undefined || !goesAhead(row.status) || row.trashedAt !== null) {
    return calendar.deleteEvent(jobID);
  }
  await calendar.putEvent({
    id: row.id,
    title: `${row.label}: ${customerName(row)}`,
    location: addressLine(row),
    startTime: wireTime(row.startsAt),
    endTime: wireTime(row.endsAt),
  });
}

/** Task: deletes the event. */
export async function deleteCalendarEvent(ctx: Context, jobID: string): Promise<void> {
  await ctx.providers.calendar?.deleteEvent(jobID);
}
