import {
  type ChangedVisit,
  expireHolds,
  isBeingPaid,
  type JobRow,
  publishChanges,
  saveUnpublishedChange,
} from '#features/work/jobs/server/index.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import { takeSlots } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';

/** A visit's new time and crew. Its row was read under its lock. */
export interface VisitMove {
  readonly job: JobRow;
  readonly start: Temporal.Instant;
  readonly crew: readonly string[];
}

interface Moving {
  readonly need: VisitRequirements;
  /** Uses up the customer's one move of each visit. */
  readonly counts: boolean;
}

/**
 * Moves visits of a series, all or none; their crews' time is taken by the same checks as for a booking. Each person is
 * notified once. Returns the updated jobs in the same order.
 */
export async function saveMoves(
  tx: Tx,
  moves: readonly VisitMove[],
  { need, counts }: Moving,
): Promise<readonly JobRow[] | Refusal<'slot_taken' | 'payment_in_progress'>> {
  const jobs = moves.map(({ job }) => job);
  if (jobs.some(isBeingPaid)) return refuse('payment_in_progress');
  const until = jobs[0]?.hold_expires_at ?? null;
  const taken = await takeSlots(tx, {
    visits: moves.map(({ job, start, crew }) => ({
      jobId: job.id,
      customerId: job.customer_id,
      // The moved visits do not block each other.
      need: { ...need, excludeJobIds: jobs.map(({ id }) => id) },
      named: crew,
      start,
    })),
    heldUntil: until === null ? null : readDatabaseTime(until),
    onExpired: expireHolds,
  });
  if (isRefusal(taken)) return taken;
  const changes: ChangedVisit[] = [];
  for (const move of moves) changes.push({ before: move.job, after: await saveMove(tx, move, counts) });
  await publishChanges(tx, changes);
  return changes.map(({ after }) => after);
}

function saveMove(tx: Tx, { job, start, crew }: VisitMove, counts: boolean) {
  const minutes = readDatabaseTime(job.ends_at).since(readDatabaseTime(job.starts_at)).total('minutes');
  return saveUnpublishedChange(tx, job, {
    fields: {
      starts_at: start.toString(),
      ends_at: start.add({ minutes }).toString(),
      ...(counts ? { has_changed_date: true } : {}),
    },
    crew,
  });
}
