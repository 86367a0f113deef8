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

/** What is paid in one go: one job, or all visits of a series that stand where it stands, held together with it. */
export interface BookingToPay {
  readonly jobs: readonly JobRow[];
  /** The first job: the payment attempt's target. */
  readonly first: JobRow;
  readonly total: Cents;
}

export async function bookingOf(ctx: Context, job: JobRow): Promise<BookingToPay> {
  return toBooking(job.series_id === null ? [job] : await siblings(ctx, job));
}

/** The jobs of a booking, locked in id order and fresh. */
export async function lockBooking(tx: Tx, jobIds: readonly string[]): Promise<BookingToPay> {
  await lockJobs(tx, jobIds);
  return toBooking(await findJobs(tx, jobIds));
}

/**
 * As lockBooking, for jobs that were seen before: they are read again only where something may have changed since. A
 * change counts the version up, but for those of a hold: it is lengthened, or a charge begins or ends. What is seen as
 * held is held at least as long; what is seen as being paid may not be paid any more, and its time is firm no longer.
 */
export async function lockAsSeen(tx: Tx, seen: BookingToPay): Promise<BookingToPay> {
  const jobIds = idsOf(seen);
  const versions = new Map((await lockJobs(tx, jobIds)).map(({ id, version }) => [id, version]));
  const now = tx.clock.now();
  const isFresh = seen.jobs.every(
    (job) => versions.get(job.id) === job.version && isHeld(job, now) && !isBeingPaid(job),
  );
  return isFresh ? seen : toBooking(await findJobs(tx, jobIds));
}

export function idsOf(booking: BookingToPay): string[] {
  return booking.jobs.map((job) => job.id);
}

/** The job and those that stand where it stands now: it may have been paid, or given up, since it was read. */
async function siblings(ctx: Context, { id, series_id }: JobRow): Promise<JobRow[]> {
  const series = await jobRows(ctx)
    .where('job.series_id', '=', series_id)
    .orderBy('job.starts_at')
    .orderBy('job.id')
    .execute();
  const own = series.find((row) => row.id === id);
  const isPaidWith = (row: JobRow) =>
    row.trashed_at === null &&
    row.status === own?.status &&
    (!isUnpaid(row.status) || row.hold_id === own.hold_id); // a visit with a hold of its own is paid on its own
  return series.filter((row) => row.id === id || isPaidWith(row));
}

/** Jobs that are paid in one go, by their start. */
export function toBooking(jobs: readonly JobRow[]): BookingToPay {
  const [first] = jobs;
  if (first === undefined) throw new Error('A booking has at least one job.');
  return { jobs, first, total: jobs.reduce((sum, job) => sum + job.amount_to_pay, 0) };
}
