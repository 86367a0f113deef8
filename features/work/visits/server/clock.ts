import type { z } from 'zod';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { changeJob, readJob } from '#features/work/jobs/server/index.ts';
import { dayBounds, dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
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
import { type CrewClock, lockCrewClock } from './crew-clock.ts';
import { tellCustomer } from './notify-customer.ts';
import { IN_THE_FUTURE, readSentTime } from './sent-time.ts';

type Clocked = z.output<typeof startJob.body>;
type NotClocked = Refusal<NotStartable | 'not_found' | 'invalid' | 'not_started' | 'unavailable'>;

/**
 * Clocks a crew member in. Only the first start counts. Without signal, `web/cleaner/unsent-queue.ts` sends it later.
 */
export function startVisit(ctx: Context, jobId: string, clocked: Clocked): Promise<Job | NotClocked> {
  return clock(ctx, jobId, { clocked, act: 'start' });
}

/** Clocks a crew member out, individually. Only the first finish counts. */
export function finishVisit(ctx: Context, jobId: string, clocked: Clocked): Promise<Job | NotClocked> {
  return clock(ctx, jobId, { clocked, act: 'finish' });
}

interface Act {
  readonly clocked: Clocked;
  readonly act: 'start' | 'finish';
}

function clock(ctx: Context, jobId: string, { clocked, act }: Act): Promise<Job | NotClocked> {
  return inTransaction(ctx, async (tx) => {
    const wrong = whyReasonIsWrong(may(tx.actor, clockForOthers), clocked.reason);
    if (wrong !== null) return refuseField('reason', wrong);
    const own = await lockCrewClock(tx, jobId, clocked.cleanerID);
    if (isRefusal(own)) return own;
    const at = happenedAt(readSentTime(tx, clocked.at), tx.clock.now());
    if (at === null) return refuseField('at', IN_THE_FUTURE);
    const reason = whyCannotClock(visitOf(tx, own), at, may(tx.actor, clockForOthers));
    if (reason !== null) return refuse(reason);
    const decided = act === 'start' ? decideStart(own) : decideFinish(own, at);
    if (decided === 'not_started') return refuse('not_started');
    if (decided === 'before_start') return refuseField('at', 'The visit had not started at that time.');
    if (decided === 'save') await save(tx, own, { act, at, clocked });
    else noChange(tx);
    const reply = await readJob(tx, jobId);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

function visitOf(tx: Tx, { job }: CrewClock) {
  const start = readDatabaseTime(job.starts_at);
  const zone = tx.config.BUSINESS_TZ;
  return { status: job.status, start, dayStart: dayBounds(dayOf(start, zone), zone).start };
}

interface Happened extends Act {
  readonly at: Temporal.Instant;
}

/** Stores both times: when it happened, and when the server received it. */
async function save(tx: Tx, { job, cleanerId }: CrewClock, { act, at, clocked }: Happened): Promise<void> {
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
  const changed = await changeJob(tx, job.id, {
    clock: { cleanerId, fields },
    action: `job.${act}`,
    ...(clocked.reason && { reason: clocked.reason }),
  });
  await tellCustomer(tx, changed, { act, cleanerId, at });
}
