import type { z } from 'zod';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { changeJob, readJob, toJobReply } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { onTheWay, VisitRecord } from '../contract/visit-day.ts';
import type { startJob, undoFinishJob } from '../contract.ts';
import {
  decideFinish,
  decideStart,
  decideUndo,
  type NotStartable,
  whyCannotClock,
  whyReasonIsWrong,
} from '../rules/clocking.ts';
import { happenedAt } from '../rules/happened-at.ts';
import { clockForOthers } from '../rules/policy.ts';
import { decideSetOut } from '../rules/setting-out.ts';
import { clocksForAudit, correctedNow, lockPayMonth, whyHoursAreFixed } from './correct-hours.ts';
import { type CrewClock, lockCrewClock, visitOf } from './crew-clock.ts';
import { doneKey, tellCustomer } from './notify-customer.ts';
import { resolveRefused } from './refused-actions.ts';
import { IN_THE_FUTURE, readSentTime } from './sent-time.ts';
import { readVisitRecord } from './visit-record.ts';

type Clocked = z.output<typeof startJob.body>;
type NotClocked = Refusal<
  | NotStartable
  | 'not_found'
  | 'invalid'
  | 'not_started'
  | 'already_clocked'
  | 'month_approved'
  | 'unavailable'
>;

/**
 * Clocks a crew member in. Of the events of a phone the first start counts; a time that the office states replaces it.
 * Without signal, `web/cleaner/unsent-queue.ts` sends it later.
 */
export function startVisit(ctx: Context, jobID: string, clocked: Clocked): Promise<Job | NotClocked> {
  return clock(ctx, jobID, { clocked, act: 'start' });
}

/** Clocks a crew member out, individually. */
export function finishVisit(ctx: Context, jobID: string, clocked: Clocked): Promise<Job | NotClocked> {
  return clock(ctx, jobID, { clocked, act: 'finish' });
}

interface Act {
  readonly clocked: Clocked;
  readonly act: 'start' | 'finish';
}

function clock(ctx: Context, jobID: string, { clocked, act }: Act): Promise<Job | NotClocked> {
  return inTransaction(ctx, async (tx) => {
    const isOffice = may(tx.actor, clockForOthers);
    const wrong = whyReasonIsWrong(isOffice, clocked.reason);
    if (wrong !== null) return refuseField('reason', wrong);
    if (isOffice) await lockPayMonth(tx, jobID);
    const own = await lockCrewClock(tx, jobID, clocked.cleanerID);
    if (isRefusal(own)) return own;
    const sent = readSentTime(tx, clocked.at);
    const at = happenedAt(sent, tx.clock.now());
    if (at === null) return refuseField('at', IN_THE_FUTURE);
    const reason = whyCannotClock(visitOf(tx, own), at, isOffice);
    if (reason !== null) return refuse(reason);
    const clocking = { at, isStated: sent !== null, isOffice };
    const decided = act === 'start' ? decideStart(own, clocking) : decideFinish(own, clocking);
    if (decided === 'not_started' || decided === 'already_clocked') return refuse(decided);
    if (decided === 'before_start') return refuseField('at', 'The visit had not started at that time.');
    if (decided === 'after_finish') return refuseField('at', 'The cleaner had finished by that time.');
    if (decided === 'save') {
      const fixed = isOffice ? await whyHoursAreFixed(tx, own.job) : null;
      if (fixed !== null) return fixed;
      await save(tx, own, { act, at, clocked, isCorrection: isOffice && sent !== null });
    } else noChange(tx);
    const reply = await replyOf(tx, own);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

/** A cleaner who was replaced no longer finds the job, but sees it once more in this reply. */
async function replyOf(tx: Tx, { job, isFormer }: CrewClock): Promise<Job | Refusal<'not_found'>> {
  return isFormer ? toJobReply(tx, job) : readJob(tx, job.id);
}

interface Happened extends Act {
  readonly at: Temporal.Instant;
  /** A time that the office states, rather than the moment at which it presses the button. */
  readonly isCorrection: boolean;
}

/** Stores both times: when it happened, and when the server received it. */
async function save(tx: Tx, own: CrewClock, { act, at, clocked, isCorrection }: Happened): Promise<void> {
  const { job, cleanerID, isFormer } = own;
  const received = tx.clock.now().toString();
  const [latitude, longitude] = [clocked.latitude ?? null, clocked.longitude ?? null];
  const accuracy = clocked.accuracy ?? null;
  const fields =
    act === 'start'
      ? {
          startedAt: at.toString(),
          startReceivedAt: received,
          startLatitude: latitude,
          startLongitude: longitude,
          startAccuracy: accuracy,
        }
      : {
          finishedAt: at.toString(),
          finishReceivedAt: received,
          finishLatitude: latitude,
          finishLongitude: longitude,
          finishAccuracy: accuracy,
        };
  const { startedAt, finishedAt } = own;
  const before = { start: startedAt, finish: finishedAt };
  const changed = await changeJob(tx, job.id, {
    clock: {
      cleanerID,
      isFormer,
      fields: { ...fields, ...(isCorrection && correctedNow(tx, clocked.reason ?? '')) },
    },
    action: `job.${act}`,
    ...(clocked.reason && { reason: clocked.reason }),
    ...(isFormer && { audited: clocksForAudit(cleanerID, before, { ...before, [act]: at }) }),
  });
  if (isCorrection) await resolveRefused(tx, job.id, cleanerID, [act]);
  const isTold = goesAhead(job.status) && !isFormer && (act === 'start' ? startedAt : finishedAt) === null;
  if (isTold) await tellCustomer(tx, changed, { act, cleanerID, at });
}

type NotUndone = Refusal<
  'not_found' | 'invalid' | 'not_changeable' | 'too_late_to_undo' | 'month_approved' | 'unavailable'
>;

/** A crew member undoes a premature finish. Idempotent. */
export function undoFinish(
  ctx: Context,
  jobID: string,
  { cleanerID }: z.output<typeof undoFinishJob.body>,
): Promise<Job | NotUndone> {
  return inTransaction(ctx, async (tx) => {
    const isOffice = may(tx.actor, clockForOthers);
    if (isOffice) await lockPayMonth(tx, jobID);
    const own = await lockCrewClock(tx, jobID, cleanerID);
    if (isRefusal(own)) return own;
    if (!goesAhead(own.job.status) || own.isFormer) return refuse('not_changeable');
    const decided = decideUndo(
      { receivedAt: own.finishReceivedAt, reviewed: own.job.reviewedAt !== null, isOffice },
      tx.clock.now(),
    );
    if (decided === 'too_late_to_undo') return refuse('too_late_to_undo');
    if (decided === 'undo') {
      const fixed = isOffice ? await whyHoursAreFixed(tx, own.job) : null;
      if (fixed !== null) return fixed;
      await saveUndo(tx, own);
    }
    const reply = await readJob(tx, jobID);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

/** The clock continues as if there had been no finish; the audit trail keeps a record of it. */
async function saveUndo(tx: Tx, { job, cleanerID }: CrewClock): Promise<void> {
  const fields = {
    finishedAt: null,
    finishReceivedAt: null,
    finishLatitude: null,
    finishLongitude: null,
    finishAccuracy: null,
  };
  await changeJob(tx, job.id, { clock: { cleanerID, fields }, action: 'job.finish-undone' });
  await tx.outbox.withdraw(tx, [doneKey(job.id)]);
}

type NotSetOut = Refusal<
  'not_found' | 'invalid' | 'not_paid' | 'not_changeable' | 'too_early_to_leave' | 'unavailable'
>;

/** A crew member sets out. Only the first request counts, and none after clocking in. */
export function setOut(
  ctx: Context,
  jobID: string,
  { at: sent }: z.output<typeof onTheWay.body>,
): Promise<VisitRecord | NotSetOut> {
  return inTransaction(ctx, async (tx) => {
    const own = await lockCrewClock(tx, jobID, undefined);
    if (isRefusal(own)) return own;
    if (own.isFormer) return refuse('not_found');
    const at = happenedAt(readSentTime(tx, sent), tx.clock.now());
    if (at === null) return refuseField('at', IN_THE_FUTURE);
    const { job, cleanerID, onTheWayAt, startedAt } = own;
    const start = readDatabaseTime(job.startsAt);
    const decided = decideSetOut({ status: job.status, start, onTheWayAt, startedAt }, at);
    if (decided === 'not_paid' || decided === 'too_early_to_leave') return refuse(decided);
    if (decided === 'save') {
      const fields = { onTheWayAt: at.toString() };
      await changeJob(tx, jobID, { clock: { cleanerID, fields }, action: 'job.on-the-way' });
      await tellCustomer(tx, job, { act: 'set-out', cleanerID, at });
    }
    const reply = await readVisitRecord(tx, jobID);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}
