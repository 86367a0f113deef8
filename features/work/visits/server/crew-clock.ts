import { findJobs, findVisibleJob, type JobRow, lockJob } from '#features/work/jobs/server/index.ts';
import { dayBounds, dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import type { OwnClock } from '../rules/clocking.ts';
import { clockVisit } from '../rules/policy.ts';

/** A crew member's clock on a locked job, so that it cannot change before this transaction ends. */
export interface CrewClock extends OwnClock {
  readonly job: JobRow;
  readonly cleanerID: string;
  readonly onTheWayAt: Temporal.Instant | null;
  /** When the server received the finish. */
  readonly finishReceivedAt: Temporal.Instant | null;
  /** When the office last set the times. */
  readonly correctedAt: Temporal.Instant | null;
  /** They were replaced: their clock is kept beside the crew's. */
  readonly isFormer: boolean;
  /** When the visit was cancelled or this cleaner was replaced, whichever was first; null if neither. */
  readonly endedAt: Temporal.Instant | null;
}

/**
 * Locks a job and reads a cleaner's clock: a cleaner's own, or the one named by the office. Includes cleaners who were
 * replaced: they may have worked until then.
 */
export async function lockCrewClock(
  tx: Tx,
  jobID: string,
  named: string | undefined,
): Promise<CrewClock | Refusal<'not_found' | 'invalid' | 'not_changeable'>> {
  await lockJob(tx, jobID);
  const own = ownIDFor(tx.actor, clockVisit);
  const former = await readFormerClock(tx, jobID, own ?? named);
  const job = former === null ? await findVisibleJob(tx, jobID) : await findAnyJob(tx, jobID);
  if (isRefusal(job)) return job;
  if (job.trashedAt !== null) return refuse(former === null || own === null ? 'not_changeable' : 'not_found');
  const cleanerID = former === null ? whoseClock(own, job.crew, named) : former.cleanerID;
  if (isRefusal(cleanerID)) return cleanerID;
  const row = former ?? (await readCrewClock(tx, jobID, cleanerID));
  if (row === undefined) return refuse('not_found');
  const ends = [job.cancelledAt, former?.replacedAt ?? null].flatMap((at) => instantOrNull(at) ?? []);
  return {
    job,
    cleanerID,
    onTheWayAt: instantOrNull(row.onTheWayAt),
    startedAt: instantOrNull(row.startedAt),
    finishedAt: instantOrNull(row.finishedAt),
    finishReceivedAt: instantOrNull(row.finishReceivedAt),
    correctedAt: instantOrNull(row.correctedAt),
    isFormer: former !== null,
    endedAt: ends.sort(Temporal.Instant.compare)[0] ?? null,
  };
}

const CLOCK = [
  'cleanerID',
  'onTheWayAt',
  'startedAt',
  'finishedAt',
  'finishReceivedAt',
  'correctedAt',
] as const;

function readCrewClock(tx: Tx, jobID: string, cleanerID: string) {
  return tx.db
    .selectFrom('job_crew')
    .select(CLOCK)
    .where('jobID', '=', jobID)
    .where('cleanerID', '=', cleanerID)
    .executeTakeFirst();
}

async function readFormerClock(tx: Tx, jobID: string, cleanerID: string | undefined) {
  if (cleanerID === undefined) return null;
  const row = await tx.db
    .selectFrom('job_former_crew')
    .select([...CLOCK, 'replacedAt'])
    .where('jobID', '=', jobID)
    .where('cleanerID', '=', cleanerID)
    .executeTakeFirst();
  return row ?? null;
}

/** For a cleaner who was replaced: the job is no longer visible to them, but they were in its crew. */
async function findAnyJob(tx: Tx, jobID: string): Promise<JobRow | Refusal<'not_found'>> {
  const [job] = await findJobs(tx, [jobID]);
  return job ?? refuse('not_found');
}

/** A cleaner's own; the office has to name the cleaner unless the crew is one person. */
function whoseClock(own: string | null, crew: readonly { readonly id: string }[], named: string | undefined) {
  if (own !== null) return own;
  const id = named ?? (crew.length === 1 ? crew[0]?.id : undefined);
  if (id !== undefined && crew.some((member) => member.id === id)) return id;
  return refuseField('cleanerID', 'Choose a cleaner from the crew.');
}

/** The visit, as the rules of clocking see it. */
export function visitOf(tx: Tx, { job, endedAt }: Pick<CrewClock, 'job' | 'endedAt'>) {
  const start = readDatabaseTime(job.startsAt);
  const zone = tx.config.BUSINESS_TZ;
  return { status: job.status, start, dayStart: dayBounds(dayOf(start, zone), zone).start, endedAt };
}

function instantOrNull(databaseText: string | null): Temporal.Instant | null {
  return databaseText === null ? null : readDatabaseTime(databaseText);
}
