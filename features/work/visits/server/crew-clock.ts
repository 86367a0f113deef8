import { findVisibleJob, type JobRow, lockJob } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { ownIdFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import type { OwnClock } from '../rules/clocking.ts';
import { clockVisit } from '../rules/policy.ts';

/** A crew member's clock on a locked job, so that it cannot change before this transaction ends. */
export interface CrewClock extends OwnClock {
  readonly job: JobRow;
  readonly cleanerId: string;
  readonly onTheWayAt: Temporal.Instant | null;
  /** When the server received the finish. */
  readonly finishReceivedAt: Temporal.Instant | null;
}

/** Locks a job and reads a crew member's clock: a cleaner's own, or the one named by the office. */
export async function lockCrewClock(
  tx: Tx,
  jobId: string,
  named: string | undefined,
): Promise<CrewClock | Refusal<'not_found' | 'invalid' | 'not_changeable'>> {
  await lockJob(tx, jobId);
  const job = await findVisibleJob(tx, jobId);
  if (isRefusal(job)) return job;
  if (job.trashed_at !== null) return refuse('not_changeable');
  const cleanerId = whoseClock(tx, job.crew, named);
  if (isRefusal(cleanerId)) return cleanerId;
  const row = await tx.db
    .selectFrom('job_crew')
    .select(['on_the_way_at', 'started_at', 'finished_at', 'finish_received_at'])
    .where('job_id', '=', jobId)
    .where('cleaner_id', '=', cleanerId)
    .executeTakeFirst();
  if (row === undefined) return refuse('not_found');
  return {
    job,
    cleanerId,
    onTheWayAt: instantOrNull(row.on_the_way_at),
    startedAt: instantOrNull(row.started_at),
    finishedAt: instantOrNull(row.finished_at),
    finishReceivedAt: instantOrNull(row.finish_received_at),
  };
}

/** A cleaner's own; the office has to name the cleaner unless the crew is one person. */
function whoseClock(tx: Tx, crew: readonly { readonly id: string }[], named: string | undefined) {
  const own = ownIdFor(tx.actor, clockVisit);
  if (own !== null) return own;
  const id = named ?? (crew.length === 1 ? crew[0]?.id : undefined);
  if (id !== undefined && crew.some((member) => member.id === id)) return id;
  return refuseField('cleanerID', 'Choose a cleaner from the crew.');
}

function instantOrNull(databaseText: string | null): Temporal.Instant | null {
  return databaseText === null ? null : readDatabaseTime(databaseText);
}
