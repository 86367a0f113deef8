import type { z } from 'zod';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { changeJob, readJob, toJobReply } from '#features/work/jobs/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { startJob } from '../contract.ts';
import {
  decideFinish,
  decideStart,
  type NotStartable,
  whyCannotClock,
  whyReasonIsWrong,
} from '../rules/clocking.ts';
import { happenedAt } from '../rules/happened-at.ts';
import { clockForOthers } from '../rules/policy.ts';
import { clocksForAudit, correctedNow, lockPayMonth, whyHoursAreFixed } from './correct-hours.ts';
import { type CrewClock, lockCrewClock, visitOf } from './crew-clock.ts';
import { tellCustomer } from './notify-customer.ts';
import { resolveRefused } from './refused-actions.ts';
import { IN_THE_FUTURE, readSentTime } from './sent-time.ts';

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
export function startVisit(ctx: Context, jobId: string, clocked: Clocked): Promise<Job | NotClocked> {
  return clock(ctx, jobId, { clocked, act: 'start' });
}

/** Clocks a crew member out, individually. */
export function finishVisit(ctx: Context, jobId: string, clocked: Clocked): Promise<Job | NotClocked> {
  return clock(ctx, jobId, { clocked, act: 'finish' });
}

interface Act {
  readonly clocked: Clocked;
  readonly act: 'start' | 'finish';
}

function clock(ctx: Context, jobId: string, { clocked, act }: Act): Promise<Job | NotClocked> {
  return inTransaction(ctx, async (tx) => {
    const isOffice = may(tx.actor, clockForOthers);
    const wrong = whyReasonIsWrong(isOffice, clocked.reason);
    if (wrong !== null) return refuseField('reason', wrong);
    if (isOffice) await lockPayMonth(tx, jobId);
    const own = await lockCrewClock(tx, jobId, clocked.cleanerID);
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
  const { job, cleanerId, isFormer } = own;
  const received = tx.clock.now().toString();
  const [latitude, longitude] = [clocked.latitude ?? null, clocked.longitude ?? null];
  const accuracy = clocked.accuracy ?? null;
  const fields =
    act === 'start'
      ? {
          started_at: at.toString(),
          start_received_at: received,
          start_latitude: latitude,
          start_longitude: longitude,
          start_accuracy: accuracy,
        }
      : {
          finished_at: at.toString(),
          finish_received_at: received,
          finish_latitude: latitude,
          finish_longitude: longitude,
          finish_accuracy: accuracy,
        };
  const { startedAt, finishedAt } = own;
  const before = { start: startedAt, finish: finishedAt };
  const changed = await changeJob(tx, job.id, {
    clock: {
      cleanerId,
      isFormer,
      fields: { ...fields, ...(isCorrection && correctedNow(tx, clocked.reason ?? '')) },
    },
    action: `job.${act}`,
    ...(clocked.reason && { reason: clocked.reason }),
    ...(isFormer && { audited: clocksForAudit(cleanerId, before, { ...before, [act]: at }) }),
  });
  if (isCorrection) await resolveRefused(tx, job.id, cleanerId, [act]);
  const isTold = goesAhead(job.status) && !isFormer && (act === 'start' ? startedAt : finishedAt) === null;
  if (isTold) await tellCustomer(tx, changed, { act, cleanerId, at });
}
