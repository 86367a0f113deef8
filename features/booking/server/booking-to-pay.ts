import { findJobs, type JobRow, jobRows, lockJobs } from '#features/jobs/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';

/** What is paid in one go: one job, or all visits of a series that stand where it stands. */
export interface BookingToPay {
  readonly jobs: readonly JobRow[];
  /** The first job: the payment attempt's target. */
  readonly first: JobRow;
  readonly total: Cents;
}

export async function bookingOf(ctx: Context, job: JobRow): Promise<BookingToPay> {
  return toBooking(job.series_id === null ? [job] : await siblings(ctx, job.series_id, job.status));
}

/** The same jobs again, locked in id order and fresh. */
export async function lockBooking(tx: Tx, jobs: readonly { readonly id: string }[]): Promise<BookingToPay> {
  const ids = jobs.map((job) => job.id);
  await lockJobs(tx, ids);
  return toBooking(await findJobs(tx, ids));
}

function siblings(ctx: Context, seriesId: string, status: JobRow['status']): Promise<JobRow[]> {
  return jobRows(ctx)
    .where('job.series_id', '=', seriesId)
    .where('job.status', '=', status)
    .where('job.trashed_at', 'is', null)
    .orderBy('job.starts_at')
    .orderBy('job.id')
    .execute();
}

function toBooking(jobs: readonly JobRow[]): BookingToPay {
  const [first] = jobs;
  if (first === undefined) throw new Error('A booking has at least one job.');
  return { jobs, first, total: jobs.reduce((sum, job) => sum + job.amount_to_pay, 0) };
}
