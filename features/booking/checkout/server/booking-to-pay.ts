import { isUnpaid } from '#features/work/jobs/rules/status.ts';
import {
  findJobs,
  isBeingPaid,
  isHeld,
  type JobRow,
  jobRows,
  lockJobs,
} from '#features/work/jobs/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';

/** Jobs that are paid together: one job, or all visits of a series with the same status and hold. */
export interface BookingToPay {
  readonly jobs: readonly JobRow[];
  /** The first job: the target of the payment attempt. */
  readonly first: JobRow;
  readonly total: Cents;
}

export async function bookingOf(ctx: Context, job: JobRow): Promise<BookingToPay> {
  return toBooking(job.seriesID === null ? [job] : await siblings(ctx, job));
}

/** The current jobs of a booking, locked in id order. */
export async function lockBooking(tx: Tx, jobIDs: readonly string[]): Promise<BookingToPay> {
  await lockJobs(tx, jobIDs);
  return toBooking(await findJobs(tx, jobIDs));
}

/**
 * As lockBooking, for jobs that were read before: reads them again only where something may have changed.
 * Changes of a job increment its version, except those of its hold (extended, or a charge begins or ends): a
 * job that was read as held is held at least as long, but one that was read as being paid may no longer be,
 * so it is read again.
 */
export async function lockAsSeen(tx: Tx, seen: BookingToPay): Promise<BookingToPay> {
  const jobIDs = idsOf(seen);
  const versions = new Map((await lockJobs(tx, jobIDs)).map(({ id, version }) => [id, version]));
  const now = tx.clock.now();
  const isFresh = seen.jobs.every(
    (job) => versions.get(job.id) === job.version && isHeld(job, now) && !isBeingPaid(job),
  );
  return isFresh ? seen : toBooking(await findJobs(tx, jobIDs));
}

export function idsOf(booking: BookingToPay): string[] {
  return booking.jobs.map((job) => job.id);
}

/**
 * The job and those with the same status and hold now: it may have been paid or released since it was read.
 */
async function siblings(ctx: Context, { id, seriesID }: JobRow): Promise<JobRow[]> {
  const series = await jobRows(ctx)
    .where('job.seriesID', '=', seriesID)
    .orderBy('job.startsAt')
    .orderBy('job.id')
    .execute();
  const own = series.find((row) => row.id === id);
  const isPaidWith = (row: JobRow) =>
    row.trashedAt === null &&
    row.status === own?.status &&
    (!isUnpaid(row.status) || row.holdID === own.holdID); // a visit with its own hold is paid separately
  return series.filter((row) => row.id === id || isPaidWith(row));
}

/** Jobs that are paid together, by start. */
export function toBooking(jobs: readonly JobRow[]): BookingToPay {
  const [first] = jobs;
  if (first === undefined) throw new Error('A booking needs at least one job.');
  return { jobs, first, total: jobs.reduce((sum, job) => sum + job.amountToPay, 0) };
}

/** The description of a payment on receipts and bank statements. */
export function describeBooking({ jobs, first }: BookingToPay): string {
  return jobs.length === 1 ? first.label : `${first.label}, ${jobs.length} visits`;
}
