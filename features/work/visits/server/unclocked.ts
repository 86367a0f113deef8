import type { z } from 'zod';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import type { cancelJob } from '#features/work/jobs/contract.ts';
import { stageOf } from '#features/work/jobs/rules/stage.ts';
import {
  cancelLockedJob,
  changeJob,
  findVisibleJob,
  isBeingPaid,
  type JobRow,
  lockJob,
  outcomeOf,
  readJob,
} from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { type NotUnclocked, whyNotUnclocked } from '../rules/unclocked.ts';
import { lockPayMonth, saveHours, whyHoursAreFixed } from './correct-hours.ts';
import { lockCrewClock } from './crew-clock.ts';
import { tellCustomer } from './notify-customer.ts';

type NotAnswered = Refusal<NotUnclocked | 'not_found' | 'unavailable'>;

/** The customer says whether we came. A "no" is a row of the overview; a later answer replaces an earlier one. */
export function answerCame(ctx: Context, jobID: string, came: boolean): Promise<Job | NotAnswered> {
  return inTransaction(ctx, async (tx) => {
    const job = await lockedJob(tx, jobID);
    if (isRefusal(job)) return job;
    const why = whyNotUnclocked(visitOf(job), tx.clock.now());
    if (why === 'someone_came') {
      return refuse(why, {
        detail: 'A cleaner has clocked in on this visit. Write to us if something is wrong.',
      });
    }
    if (why !== null) return refuse(why);
    if (job.came === came) noChange(tx);
    else {
      const fields = { came, cameAnsweredAt: tx.clock.now().toString() };
      await changeJob(tx, jobID, { fields, action: 'job.came-answered' });
    }
    const reply = await readJob(tx, jobID);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

type NotConfirmed = Refusal<
  | Exclude<NotUnclocked, 'someone_came'>
  | 'not_found'
  | 'invalid'
  | 'not_changeable'
  | 'month_approved'
  | 'unavailable'
>;

/**
 * The visit took place as planned: whoever of the crew has not clocked in or out gets the planned times, as a correction
 * by the office. Nothing changes for those who have.
 */
export function confirmTookPlace(ctx: Context, jobID: string): Promise<Job | NotConfirmed> {
  return inTransaction(ctx, async (tx) => {
    await lockPayMonth(tx, jobID);
    const job = await lockedJob(tx, jobID);
    if (isRefusal(job)) return job;
    const why = whyNotUnclocked(visitOf(job), tx.clock.now());
    if (why === 'not_paid' || why === 'not_over') return refuse(why, { detail: NOT_ENDED[why] });
    const open = job.crew.filter((member) => member.finishedAt === null);
    const fixed = open.length === 0 ? null : await whyHoursAreFixed(tx, job);
    if (fixed !== null) return fixed;
    if (open.length === 0) noChange(tx);
    for (const { id } of open) {
      const own = await lockCrewClock(tx, jobID, id);
      if (isRefusal(own)) return own;
      const start = own.startedAt ?? readDatabaseTime(job.startsAt);
      const end = readDatabaseTime(job.endsAt);
      const finish = Temporal.Instant.compare(start, end) > 0 ? start : end;
      await saveHours(tx, own, { stated: { start, finish }, reason: 'Took place as planned' });
    }
    const [last] = open;
    if (last !== undefined) {
      const after = await findVisibleJob(tx, jobID);
      if (isRefusal(after)) return after;
      await tellCustomer(tx, after, { act: 'finish', cleanerID: last.id, at: readDatabaseTime(job.endsAt) });
    }
    const reply = await readJob(tx, jobID);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

/** For the office. */
const NOT_ENDED = {
  not_paid: 'This visit does not go ahead, so there is nothing to say about it. Reload the page.',
  not_over: 'This visit has not ended yet. Come back to it after its end, or change or cancel it.',
} as const;

type Refunded = z.output<typeof cancelJob.reply>;
type NotRefunded = Refusal<
  NotUnclocked | 'not_found' | 'not_cancellable' | 'payment_in_progress' | 'unavailable'
>;

/**
 * Nobody came, and the customer gets everything back, as when the company cancels. A new date instead is a change of the
 * visit's time.
 */
export function refundNobodyCame(ctx: Context, jobID: string): Promise<Refunded | NotRefunded> {
  return inTransaction(ctx, async (tx) => {
    const job = await lockedJob(tx, jobID);
    if (isRefusal(job)) return job;
    if (job.status === 'cancelled') return refuse('not_cancellable');
    const why = whyNotUnclocked(visitOf(job), tx.clock.now());
    if (why === 'someone_came') return refuse(why);
    if (why !== null) return refuse(why, { detail: NOT_ENDED[why] });
    if (isBeingPaid(job)) return refuse('payment_in_progress');
    const outcome = await outcomeOf(tx, job, 'company');
    const reply = await cancelLockedJob(tx, job, { outcome, terms: 'company', reason: 'Nobody came' });
    return saveIdempotentReply(tx, reply);
  });
}

async function lockedJob(tx: Tx, jobID: string): Promise<JobRow | Refusal<'not_found'>> {
  await lockJob(tx, jobID);
  const job = await findVisibleJob(tx, jobID);
  return isRefusal(job) || job.trashedAt === null ? job : refuse('not_found');
}

function visitOf({ status, crew, endsAt: end }: JobRow) {
  return { status, end: readDatabaseTime(end), begun: stageOf(crew) !== 'upcoming' };
}
