import { lockCleaners } from '#features/cleaners/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { atSavepoint } from '#platform/server/database/transaction.ts';
import { TRAVEL_BUFFER_MINUTES } from '../rules/diary.ts';
import { fillTimeOff, spanOf } from './time-off.ts';

export interface JobInDiary {
  readonly jobId: string;
  readonly cleanerIds: readonly string[];
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
  readonly postal: string;
}

const slotTaken = refuse('slot_taken');
const TRAVEL_SECONDS_EACH_SIDE = (TRAVEL_BUFFER_MINUTES * 60) / 2;

/**
 * Writes a job into the diaries of its whole crew, or into none: the database refuses a second place
 * and a ride that is too short. The transaction lives on after the refusal.
 */
export function occupy(tx: Tx, job: JobInDiary): Promise<undefined | Refusal<'slot_taken'>> {
  const now = tx.clock.now().toString();
  const entries = job.cleanerIds.map((cleanerId) => ({
    id: tx.newId(),
    cleaner_id: cleanerId,
    kind: 'job',
    job_id: job.jobId,
    starts_at: job.startsAt.toString(),
    ends_at: job.endsAt.toString(),
    travel_from: job.startsAt.subtract({ seconds: TRAVEL_SECONDS_EACH_SIDE }).toString(),
    travel_until: job.endsAt.add({ seconds: TRAVEL_SECONDS_EACH_SIDE }).toString(),
    postal: job.postal,
    created_at: now,
  }));
  return atSavepoint(
    tx,
    async () => {
      if (entries.length > 0) await tx.db.insertInto('cleaner_occupation').values(entries).execute();
      return undefined;
    },
    { cleaner_occupation_no_overlap: slotTaken, cleaner_occupation_travel: slotTaken },
  );
}

/**
 * Frees the time that a job takes, of its whole crew unless said. Time off that was accepted over the job
 * takes the place.
 */
export async function release(
  tx: Tx,
  job: { readonly jobId: string; readonly cleanerIds?: readonly string[] },
): Promise<void> {
  let entries = tx.db
    .updateTable('cleaner_occupation')
    .set({ released_at: tx.clock.now().toString() })
    .where('job_id', '=', job.jobId)
    .where('released_at', 'is', null);
  if (job.cleanerIds !== undefined) entries = entries.where('cleaner_id', 'in', [...job.cleanerIds]);
  const freed = await entries.returning(['cleaner_id', 'starts_at', 'ends_at']).execute();
  for (const entry of freed) {
    if (!(await hasTimeOff(tx, entry))) continue;
    await lockCleaners(tx, [entry.cleaner_id]);
    await fillTimeOff(tx, entry.cleaner_id, spanOf(entry));
  }
}

interface Freed {
  readonly cleaner_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
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
    .execute();
  return found.length > 0;
}
