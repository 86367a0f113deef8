import {
  findAlternatives,
  readTimeSettings,
  releaseSlot,
  returnTime,
  slotConstraints,
  takeSlots,
} from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { Job } from '../contract/shapes.ts';
import { stageOf } from '../rules/stage.ts';
import { goesAhead } from '../rules/status.ts';
import { whyNotTrashable } from '../rules/trashing.ts';
import { changeJob, changeLockedJob, lockJob } from './change-job.ts';
import { timesOfOtherVisits } from './day-visits.ts';
import { visitAgain } from './hold-again.ts';
import { endHold, expireHolds, isBeingPaid } from './holds.ts';
import { findJobs, type JobRow } from './job-rows.ts';
import { hasOpenCharge } from './price-changes.ts';
import { readJob } from './read-job.ts';
import { requirementsOf } from './save-crew.ts';

/**
 * Trashes a job that came to nothing. No money moves; a hold is released with its time. A visit that goes ahead must be
 * cancelled instead, and one that was paid or worked stays.
 */
export function trashJob(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<
  Job | Refusal<'not_found' | 'payment_in_progress' | 'visit_ahead' | 'visit_happened' | 'unavailable'>
> {
  return inTransaction(ctx, async (tx) => {
    const job = await lockedJob(tx, id);
    if (job === undefined) return refuse('not_found');
    if (job.trashedAt !== null) return unchanged(tx, id);
    if (isBeingPaid(job)) return refuse('payment_in_progress');
    const why = whyNotTrashable(trashable(job), tx.clock.now().epochMilliseconds);
    if (why !== null) return refuseTrash(job, why);
    const change = { fields: { trashedAt: tx.clock.now().toString() }, action: 'job.trashed' };
    if (job.status === 'pending') await endHold(tx, [job], 'trashed', change);
    else await changeJob(tx, id, change);
    if (isAhead(tx, job)) await releaseSlot(tx, id);
    return saveIdempotentReply(tx, await readJob(tx, id));
  });
}

function trashable({ status, crew, endsAt: end, paidAt, charges }: JobRow) {
  const stage = stageOf(crew);
  return {
    status,
    stage,
    end: readDatabaseTime(end).epochMilliseconds,
    wasPaid: paidAt !== null,
    isCharged: (charges ?? []).some(({ endedAs }) => endedAs !== 'waived'),
  };
}

/** With what to do instead. */
function refuseTrash(
  { status, crew }: JobRow,
  why: 'visit_ahead' | 'visit_happened',
): Refusal<'visit_ahead' | 'visit_happened'> {
  if (why === 'visit_ahead') {
    if (status === 'paid') return refuse(why);
    return refuse(why, { detail: 'This visit is confirmed. Cancel it instead.' });
  }
  if (stageOf(crew) !== 'upcoming') return refuse(why);
  if (status === 'cancelled') {
    return refuse(why, { detail: 'This visit was paid, so it stays in the accounts. Lists leave it out.' });
  }
  return refuse(why, { detail: 'This visit is paid. If nobody came, refund it, or set a new date.' });
}

/** Restores a job. If it is not over, its crew must be free for it again, even if it has begun. */
export async function untrashJob(
  ctx: ContextOf<'admin'>,
  id: string,
): Promise<Job | Refusal<'not_found' | 'slot_taken' | 'unavailable'>> {
  const restored = await inTransaction(
    ctx,
    async (tx) => {
      const job = await lockedJob(tx, id);
      if (job === undefined) return refuse('not_found');
      if (job.trashedAt === null) return unchanged(tx, id);
      if (isAhead(tx, job)) {
        const taken = await takeSlots(tx, {
          visits: [await visitAgain(tx, job)],
          heldUntil: null,
          onExpired: expireHolds,
        });
        if (isRefusal(taken)) return taken;
      }
      await changeJob(tx, id, { fields: { trashedAt: null }, action: 'job.untrashed' });
      return saveIdempotentReply(tx, await readJob(tx, id));
    },
    slotConstraints,
  );
  return isRefusal(restored) && restored.refusal === 'slot_taken' ? withAlternatives(ctx, id) : restored;
}

async function withAlternatives(ctx: Context, id: string): Promise<Refusal<'slot_taken' | 'not_found'>> {
  const [job] = await findJobs(ctx, [id]);
  if (job === undefined) return refuse('not_found');
  const need = await requirementsOf(ctx, job);
  const settings = await readTimeSettings(ctx);
  const query = { need, settings, customerID: job.customerID, home: null };
  const named = job.crew.map((member) => member.id);
  const gone = { start: readDatabaseTime(job.startsAt) };
  const own = await timesOfOtherVisits(ctx, job);
  const alternatives = await findAlternatives(ctx, { ...query, named, own }, gone);
  return refuse('slot_taken', { extensions: { alternatives } });
}

function unchanged(tx: Tx<ContextOf<'admin'>['actor']>, id: string) {
  noChange(tx);
  return readJob(tx, id);
}

async function lockedJob(tx: Tx, id: string): Promise<JobRow | undefined> {
  await lockJob(tx, id);
  return (await findJobs(tx, [id]))[0];
}

/** Whether it goes ahead, is not over and so takes time in the diaries. A trashed hold counts as over. */
function isAhead(tx: Tx, job: JobRow): boolean {
  return goesAhead(job.status) && Temporal.Instant.compare(readDatabaseTime(job.endsAt), tx.clock.now()) > 0;
}

/** A visit as it was. */
interface EarlierVisit {
  readonly crew: readonly string[];
  /** As in the database; without it, the time has not changed. */
  readonly startsAt?: string;
}

/**
 * Undoes a change of crew or time: the visit gets what it had, even over time off, a closed day or hours that nobody could
 * book now. The job is locked, and the caller has checked that nothing else has changed it since. Violated constraints
 * (`slotConstraints`) mean that the time was taken by another visit.
 */
export async function putBackVisit(
  tx: Tx,
  jobID: string,
  { crew, startsAt }: EarlierVisit,
): Promise<Refusal<'not_found' | 'not_changeable' | 'payment_in_progress' | 'slot_taken'> | null> {
  const [job] = await findJobs(tx, [jobID]);
  if (job === undefined) return refuse('not_found');
  if (!goesAhead(job.status) || job.trashedAt !== null) return refuse('not_changeable');
  if (isBeingPaid(job) || (await hasOpenCharge(tx, jobID))) return refuse('payment_in_progress');
  const start = readDatabaseTime(startsAt ?? job.startsAt);
  const heldUntil = job.holdExpiresAt === null ? null : readDatabaseTime(job.holdExpiresAt);
  const need = await requirementsOf(tx, job);
  const returned = await returnTime(tx, { jobID, customerID: job.customerID, start, need, crew, heldUntil });
  if (isRefusal(returned)) return returned;
  const moves = !readDatabaseTime(job.startsAt).equals(start);
  const end = start.add({ minutes: need.minutes });
  const fields = moves ? { startsAt: start.toString(), endsAt: end.toString() } : {};
  await changeLockedJob(tx, job, { fields, crew });
  return null;
}
