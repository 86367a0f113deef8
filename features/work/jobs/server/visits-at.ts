import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { GOING_AHEAD } from '../rules/status.ts';
import type { TimeRange } from './day-visits.ts';
import { type JobRow, jobRows } from './job-rows.ts';

/** Current and upcoming visits to a home, earliest first. Registered with customers, a lower-level feature. */
export async function visitsAt(
  ctx: Context,
  addressId: string,
): Promise<{ jobID: string; startTime: string }[]> {
  return repliesOf(await visitsAhead(ctx).where('address_id', '=', addressId).execute());
}

/** Current and upcoming visits of a customer, earliest first. Registered with customers, a lower-level feature. */
export async function visitsOf(
  ctx: Context,
  customerId: string,
): Promise<{ jobID: string; startTime: string }[]> {
  return repliesOf(await visitsAhead(ctx).where('customer_id', '=', customerId).execute());
}

/** Visits of a cleaner that go ahead, begin in this time and have not been started, earliest first. */
export async function findVisitsOfCleaner(
  ctx: Context,
  cleanerId: string,
  { from, until }: TimeRange,
): Promise<JobRow[]> {
  return (
    jobRows(ctx)
      .innerJoin('job_crew as theirs', 'theirs.job_id', 'job.id')
      .where('theirs.cleaner_id', '=', cleanerId)
      .where('theirs.started_at', 'is', null)
      .where('job.status', 'in', [...GOING_AHEAD])
      .where('job.trashed_at', 'is', null)
      .where('job.starts_at', '<', until.toString())
      .where('job.ends_at', '>', from.toString())
      // A visit lasts at most a day, so that an index on its start can be used.
      .where('job.starts_at', '>', from.subtract({ hours: 24 }).toString())
      .orderBy('job.starts_at')
      .orderBy('job.id')
      .execute()
  );
}

function visitsAhead({ db, clock }: Context) {
  return db
    .selectFrom('job')
    .select(['id', 'starts_at'])
    .where('status', 'in', ['pending', 'confirmed', 'paid'])
    .where('trashed_at', 'is', null)
    .where('ends_at', '>', clock.now().toString())
    .orderBy('starts_at');
}

function repliesOf(rows: readonly { readonly id: string; readonly starts_at: string }[]) {
  return rows.map((row) => ({ jobID: row.id, startTime: wireTime(row.starts_at) }));
}
