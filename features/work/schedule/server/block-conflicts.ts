import { wireTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import { endsAfter, isLiveEntry } from './live-entry.ts';

interface BlockedTime {
  readonly startsAt: string;
  readonly endsAt: string;
  /** '' for all. */
  readonly onlyJobType: string;
}

/** The booked or held visits of these cleaners during a block, earliest first. */
export async function jobsInBlock(tx: Tx, cleanerIds: readonly string[], blocked: BlockedTime) {
  let jobs = tx.db
    .selectFrom('cleaner_occupation')
    .innerJoin('job', 'job.id', 'cleaner_occupation.job_id')
    .select(['cleaner_occupation.cleaner_id', 'job.id', 'cleaner_occupation.starts_at'])
    .where('cleaner_occupation.cleaner_id', 'in', [...cleanerIds])
    .where('cleaner_occupation.kind', '=', 'job')
    .where(isLiveEntry(tx))
    .where('cleaner_occupation.starts_at', '<', blocked.endsAt)
    .where(endsAfter(blocked.startsAt))
    .orderBy('cleaner_occupation.starts_at')
    .orderBy('cleaner_occupation.id');
  if (blocked.onlyJobType !== '') jobs = jobs.where('job.job_type', '=', blocked.onlyJobType);
  const rows = await jobs.execute();
  return rows.map((row) => ({
    cleanerID: row.cleaner_id,
    jobID: row.id,
    startTime: wireTime(row.starts_at),
  }));
}
