import type { z } from 'zod';
import { changeJob } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { onTheWay, VisitRecord } from '../contract/visit-day.ts';
import { happenedAt } from '../rules/happened-at.ts';
import { decideSetOut } from '../rules/setting-out.ts';
import { lockCrewClock } from './crew-clock.ts';
import { tellCustomer } from './notify-customer.ts';
import { IN_THE_FUTURE, readSentTime } from './sent-time.ts';
import { readVisitRecord } from './visit-record.ts';

type NotSetOut = Refusal<
  'not_found' | 'invalid' | 'not_paid' | 'not_changeable' | 'too_early_to_leave' | 'unavailable'
>;

/** A crew member sets out. Only the first request counts, and none after clocking in. */
export function setOut(
  ctx: Context,
  jobId: string,
  { at: sent }: z.output<typeof onTheWay.body>,
): Promise<VisitRecord | NotSetOut> {
  return inTransaction(ctx, async (tx) => {
    const own = await lockCrewClock(tx, jobId, undefined);
    if (isRefusal(own)) return own;
    if (own.isFormer) return refuse('not_found');
    const at = happenedAt(readSentTime(tx, sent), tx.clock.now());
    if (at === null) return refuseField('at', IN_THE_FUTURE);
    const { job, cleanerId, onTheWayAt, startedAt } = own;
    const start = readDatabaseTime(job.starts_at);
    const decided = decideSetOut({ status: job.status, start, onTheWayAt, startedAt }, at);
    if (decided === 'not_paid' || decided === 'too_early_to_leave') return refuse(decided);
    if (decided === 'save') {
      const fields = { on_the_way_at: at.toString() };
      await changeJob(tx, jobId, { clock: { cleanerId, fields }, action: 'job.on-the-way' });
      await tellCustomer(tx, job, { act: 'set-out', cleanerId, at });
    }
    const reply = await readVisitRecord(tx, jobId);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}
