import { type Insertable, sql } from 'kysely';
import type { DB } from '#database/generated.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { announceFreed } from './announce-freed.ts';
import { fillTimeOff, spanOf } from './time-off.ts';

/** A job's time in the diaries of its crew. */
export interface JobTime {
  readonly jobID: string;
  readonly customerID: string;
  readonly crew: readonly string[];
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly postal: string;
  /** Travel time kept free, half of it on each side: two adjacent visits keep all of it between them. */
  readonly travelBufferMinutes: number;
  /** Null: the time is taken for good. */
  readonly heldUntil: Temporal.Instant | null;
  /** The job has just been inserted and has no diary entries yet. */
  readonly isNew?: boolean;
}

/** A period that was freed in a cleaner's diary. */
export interface Freed {
  readonly cleanerID: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/**
 * Updates the diary entries of some jobs to their crews and times. Unchanged entries are kept, entries of removed
 * members are released, and new ones are inserted. Database constraints refuse double bookings and too little travel
 * time.
 *
 * @returns the freed periods.
 */
export async function writeJobTimes(tx: Tx, jobs: readonly JobTime[]): Promise<Freed[]> {
  const freed: Freed[] = [];
  const entries: NewEntry[] = [];
  for (const job of jobs) {
    const staying = job.isNew ? [] : await stayingIn(tx, job);
    if (!job.isNew) freed.push(...(await releaseOthers(tx, job.jobID, staying)));
    const newcomers = job.crew.filter((cleanerID) => !staying.includes(cleanerID));
    entries.push(...newcomers.map((cleanerID) => entryOf(tx, job, cleanerID)));
  }
  if (entries.length > 0) await tx.db.insertInto('cleaner_occupation').values(entries).execute();
  return freed;
}

function releaseOthers(tx: Tx, jobID: string, staying: readonly string[]): Promise<Freed[]> {
  let leaving = liveEntries(tx, jobID);
  if (staying.length > 0) leaving = leaving.where('cleanerID', 'not in', staying);
  return leaving.returning(['cleanerID', 'startsAt', 'endsAt']).execute();
}

async function stayingIn(tx: Tx, job: JobTime): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('cleaner_occupation')
    .select('cleanerID')
    .where('jobID', '=', job.jobID)
    .where('releasedAt', 'is', null)
    .where('startsAt', '=', job.start.toString())
    .where('endsAt', '=', job.end.toString())
    .where('postal', '=', job.postal)
    .where('customerID', '=', job.customerID)
    .execute();
  return rows.map((row) => row.cleanerID).filter((id) => job.crew.includes(id));
}

type NewEntry = Insertable<DB['cleaner_occupation']>;

function entryOf(tx: Tx, job: JobTime, cleanerID: string): NewEntry {
  const ride = { seconds: (job.travelBufferMinutes * 60) / 2 };
  return {
    id: tx.newID(),
    cleanerID,
    kind: 'job',
    jobID: job.jobID,
    customerID: job.customerID,
    startsAt: job.start.toString(),
    endsAt: job.end.toString(),
    travelFrom: job.start.subtract(ride).toString(),
    travelUntil: job.end.add(ride).toString(),
    postal: job.postal,
    heldUntil: job.heldUntil?.toString() ?? null,
    createdAt: tx.clock.now().toString(),
  };
}

function liveEntries(tx: Tx, jobID: string) {
  return tx.db
    .updateTable('cleaner_occupation')
    .set({ releasedAt: tx.clock.now().toString() })
    .where('jobID', '=', jobID)
    .where('releasedAt', 'is', null);
}

/** Releases a job's time for its whole crew. Time off that was acknowledged over the job takes its place. */
export async function releaseSlot(tx: Tx, jobID: string): Promise<void> {
  await fillFreed(tx, await liveEntries(tx, jobID).returning(['cleanerID', 'startsAt', 'endsAt']).execute());
}

/** Deletes all entries of a job that was only a test; its time is free again. */
export async function removeTimes(tx: Tx, jobID: string): Promise<void> {
  await releaseSlot(tx, jobID);
  await removeReleased(tx, jobID);
}

/** Deletes the released entries of a job that is about to be deleted. */
export async function removeReleased(tx: Tx, jobID: string): Promise<void> {
  await tx.db
    .deleteFrom('cleaner_occupation')
    .where('jobID', '=', jobID)
    .where('releasedAt', 'is not', null)
    .execute();
}

/**
 * Releases the entries of expired holds in these diaries, except those of the given jobs. A hold that is being extended
 * or paid concurrently is read again afterwards and stays.
 *
 * @returns the freed periods and their jobs.
 */
export function releaseExpired(tx: Tx, cleanerIDs: readonly string[], ownJobIDs: readonly string[]) {
  const now = tx.clock.now().toString();
  let expired = tx.db
    .updateTable('cleaner_occupation')
    .set({ releasedAt: now })
    .where('cleanerID', 'in', [...cleanerIDs])
    .where('releasedAt', 'is', null)
    .where('heldUntil', '<=', now);
  if (ownJobIDs.length > 0) expired = expired.where('jobID', 'not in', [...ownJobIDs]);
  return expired.returning(['jobID', 'cleanerID', 'startsAt', 'endsAt']).execute();
}

/**
 * Sets until when the diaries hold these jobs; null takes their time for good.
 *
 * @returns by job, the number of cleaners whose time it has. Fewer than the crew means that the time was never taken,
 * or was taken by someone else after the hold expired.
 */
export async function holdSlots(
  tx: Tx,
  jobIDs: readonly string[],
  heldUntil: Temporal.Instant | null,
): Promise<Map<string, number>> {
  const entries = await tx.db
    .updateTable('cleaner_occupation')
    .set({ heldUntil: heldUntil?.toString() ?? null })
    .where('jobID', 'in', [...jobIDs])
    .where('releasedAt', 'is', null)
    .returning('jobID')
    .execute();
  const slots = new Map<string, number>();
  for (const { jobID } of entries) if (jobID !== null) slots.set(jobID, (slots.get(jobID) ?? 0) + 1);
  return slots;
}

/** Cleaner-minutes of these jobs in the diaries. */
export async function sumJobMinutes(ctx: Context, jobIDs: readonly string[]): Promise<number> {
  if (jobIDs.length === 0) return 0;
  const { minutes } = await ctx.db
    .selectFrom('cleaner_occupation')
    .select(sql<number>`coalesce(sum(extract(epoch from ends_at - starts_at)) / 60, 0)::float8`.as('minutes'))
    .where('jobID', 'in', [...jobIDs])
    .where('releasedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return minutes;
}

/**
 * Fills freed periods with existing time off, and tells other features about them. A cleaner locked by another transaction is skipped, because waiting could
 * deadlock. This is safe because the rule reads time off itself, not only these entries.
 */
export async function fillFreed(tx: Tx, freed: readonly Freed[]): Promise<void> {
  await announceFreed(tx, freed.map(spanOf));
  for (const entry of freed) {
    if (!(await hasTimeOff(tx, entry))) continue;
    const mine = await tx.db
      .selectFrom('cleaner')
      .select('id')
      .where('id', '=', entry.cleanerID)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (mine !== undefined) await fillTimeOff(tx, entry.cleanerID, spanOf(entry));
  }
}

async function hasTimeOff(tx: Tx, freed: Freed): Promise<boolean> {
  const found = await tx.db
    .selectFrom('time_off')
    .select('id')
    .where('cleanerID', '=', freed.cleanerID)
    .where('removedAt', 'is', null)
    .where('startsAt', '<', freed.endsAt)
    .where('endsAt', '>', freed.startsAt)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
