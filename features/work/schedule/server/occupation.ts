import { type Insertable, sql } from 'kysely';
import type { DB } from '#database/generated.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { announceFreed } from './announce-freed.ts';
import { fillTimeOff, spanOf } from './time-off.ts';

/** A job's time in the diaries of its crew. */
export interface JobTime {
  readonly jobId: string;
  readonly customerId: string;
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
  readonly cleaner_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
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
    if (!job.isNew) freed.push(...(await releaseOthers(tx, job.jobId, staying)));
    const newcomers = job.crew.filter((cleanerId) => !staying.includes(cleanerId));
    entries.push(...newcomers.map((cleanerId) => entryOf(tx, job, cleanerId)));
  }
  if (entries.length > 0) await tx.db.insertInto('cleaner_occupation').values(entries).execute();
  return freed;
}

function releaseOthers(tx: Tx, jobId: string, staying: readonly string[]): Promise<Freed[]> {
  let leaving = liveEntries(tx, jobId);
  if (staying.length > 0) leaving = leaving.where('cleaner_id', 'not in', staying);
  return leaving.returning(['cleaner_id', 'starts_at', 'ends_at']).execute();
}

async function stayingIn(tx: Tx, job: JobTime): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('cleaner_occupation')
    .select('cleaner_id')
    .where('job_id', '=', job.jobId)
    .where('released_at', 'is', null)
    .where('starts_at', '=', job.start.toString())
    .where('ends_at', '=', job.end.toString())
    .where('postal', '=', job.postal)
    .where('customer_id', '=', job.customerId)
    .execute();
  return rows.map((row) => row.cleaner_id).filter((id) => job.crew.includes(id));
}

type NewEntry = Insertable<DB['cleaner_occupation']>;

function entryOf(tx: Tx, job: JobTime, cleanerId: string): NewEntry {
  const ride = { seconds: (job.travelBufferMinutes * 60) / 2 };
  return {
    id: tx.newId(),
    cleaner_id: cleanerId,
    kind: 'job',
    job_id: job.jobId,
    customer_id: job.customerId,
    starts_at: job.start.toString(),
    ends_at: job.end.toString(),
    travel_from: job.start.subtract(ride).toString(),
    travel_until: job.end.add(ride).toString(),
    postal: job.postal,
    held_until: job.heldUntil?.toString() ?? null,
    created_at: tx.clock.now().toString(),
  };
}

function liveEntries(tx: Tx, jobId: string) {
  return tx.db
    .updateTable('cleaner_occupation')
    .set({ released_at: tx.clock.now().toString() })
    .where('job_id', '=', jobId)
    .where('released_at', 'is', null);
}

/** Releases a job's time for its whole crew. Time off that was acknowledged over the job takes its place. */
export async function releaseSlot(tx: Tx, jobId: string): Promise<void> {
  await fillFreed(
    tx,
    await liveEntries(tx, jobId).returning(['cleaner_id', 'starts_at', 'ends_at']).execute(),
  );
}

/** Deletes the released entries of a job that is about to be deleted. */
export async function removeReleased(tx: Tx, jobId: string): Promise<void> {
  await tx.db
    .deleteFrom('cleaner_occupation')
    .where('job_id', '=', jobId)
    .where('released_at', 'is not', null)
    .execute();
}

/**
 * Releases the entries of expired holds in these diaries, except those of the given jobs. A hold that is being extended
 * or paid concurrently is read again afterwards and stays.
 *
 * @returns the freed periods and their jobs.
 */
export function releaseExpired(tx: Tx, cleanerIds: readonly string[], ownJobIds: readonly string[]) {
  const now = tx.clock.now().toString();
  let expired = tx.db
    .updateTable('cleaner_occupation')
    .set({ released_at: now })
    .where('cleaner_id', 'in', [...cleanerIds])
    .where('released_at', 'is', null)
    .where('held_until', '<=', now);
  if (ownJobIds.length > 0) expired = expired.where('job_id', 'not in', [...ownJobIds]);
  return expired.returning(['job_id', 'cleaner_id', 'starts_at', 'ends_at']).execute();
}

/**
 * Sets until when the diaries hold these jobs; null takes their time for good.
 *
 * @returns by job, the number of cleaners whose time it has. Fewer than the crew means that the time was never taken,
 * or was taken by someone else after the hold expired.
 */
export async function holdSlots(
  tx: Tx,
  jobIds: readonly string[],
  heldUntil: Temporal.Instant | null,
): Promise<Map<string, number>> {
  const entries = await tx.db
    .updateTable('cleaner_occupation')
    .set({ held_until: heldUntil?.toString() ?? null })
    .where('job_id', 'in', [...jobIds])
    .where('released_at', 'is', null)
    .returning('job_id')
    .execute();
  const slots = new Map<string, number>();
  for (const { job_id } of entries) if (job_id !== null) slots.set(job_id, (slots.get(job_id) ?? 0) + 1);
  return slots;
}

/** Cleaner-minutes of these jobs in the diaries. */
export async function sumJobMinutes(ctx: Context, jobIds: readonly string[]): Promise<number> {
  if (jobIds.length === 0) return 0;
  const { minutes } = await ctx.db
    .selectFrom('cleaner_occupation')
    .select(sql<number>`coalesce(sum(extract(epoch from ends_at - starts_at)) / 60, 0)::float8`.as('minutes'))
    .where('job_id', 'in', [...jobIds])
    .where('released_at', 'is', null)
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
      .where('id', '=', entry.cleaner_id)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (mine !== undefined) await fillTimeOff(tx, entry.cleaner_id, spanOf(entry));
  }
}

async function hasTimeOff(tx: Tx, freed: Freed): Promise<boolean> {
  const found = await tx.db
    .selectFrom('time_off')
    .select('id')
    .where('cleaner_id', '=', freed.cleaner_id)
    .where('removed_at', 'is', null)
    .where('starts_at', '<', freed.ends_at)
    .where('ends_at', '>', freed.starts_at)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
