import type { z } from 'zod';
import { changeOutsideTerms } from '#features/jobs/rules/policy.ts';
import {
  announceTogether,
  expireHolds,
  findJobs,
  findUntold,
  isBeingPaid,
  type JobRow,
  lockJobs,
  saveChange,
} from '#features/jobs/server/index.ts';
import { slotConstraints, takeSlots } from '#features/schedule/server/index.ts';
import { readDatabaseTime, readInstant } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keepReply } from '#platform/server/idempotency.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import type { MovePlanReply } from '../contract/shapes.ts';
import type { moveFollowing as call, previewFollowingMove } from '../contract.ts';
import { type ChangedVisit, tellOfMoving } from './announce-series.ts';
import { findFollowing } from './find-following.ts';
import { type MovePlan, type PlannedMove, planId, planMove, whyItStays } from './plan-move.ts';
import { showPlan } from './show-plan.ts';

type PreviewBody = z.output<typeof previewFollowingMove.body>;
type Body = z.output<typeof call.body>;
type NotPlanned = Refusal<
  'not_found' | 'invalid' | 'not_of_series' | 'not_changeable' | 'change_used' | 'change_too_late'
>;

/** Each lost round means that somebody else was booked meanwhile; this is a brake. */
const MOST_ROUNDS = 10;

/** Where the visits would go, who would come, and which dates have to be decided first. */
export async function previewMoveFollowing(
  ctx: Context,
  jobId: string,
  body: PreviewBody,
): Promise<MovePlanReply | NotPlanned> {
  const plan = await findPlan(ctx, jobId, body);
  return isRefusal(plan) ? plan : showPlan(ctx, plan);
}

/**
 * Moves this visit and those after it as planned, all in one transaction: their crews' time is taken by the same guard as
 * a booking's. A date that waits to be decided, or another plan than the person was shown, and nothing happens.
 */
export async function moveFollowing(
  ctx: Context,
  jobId: string,
  body: Body,
): Promise<
  | MovePlanReply
  | NotPlanned
  | Refusal<'slot_taken' | 'payment_in_progress' | 'move_undecided' | 'move_changed' | 'unavailable'>
> {
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const plan = await findPlan(ctx, jobId, body);
    if (isRefusal(plan)) return plan;
    const shown = await showPlan(ctx, plan);
    if (shown.conflicts > 0) return refuse('move_undecided', { members: { ...shown } });
    if (body.plan !== undefined && body.plan !== planId(plan))
      return refuse('move_changed', { members: { ...shown } });
    const outcome = await inTransaction(ctx, (tx) => carryOut(tx, plan, shown), slotConstraints);
    const isLost =
      isRefusal(outcome) && (outcome.refusal === 'race_lost' || outcome.refusal === 'slot_taken');
    if (!isLost) return outcome as Exclude<typeof outcome, Refusal<'race_lost'>>;
  }
  return refuse('unavailable');
}

async function findPlan(ctx: Context, jobId: string, body: PreviewBody): Promise<MovePlan | NotPlanned> {
  const found = await findFollowing(ctx, jobId);
  if (isRefusal(found)) return found;
  const [first, ...others] = found.jobs;
  const no = whyItStays(ctx, found.first);
  if (no !== null || first === undefined) return refuse(no ?? 'not_changeable');
  const zone = ctx.config.BUSINESS_TZ;
  const start = readInstant(body.startTime, zone);
  if (start === null) return refuseField('startTime', 'Enter a day and a time.');
  const decisions = body.decisions.map(
    ({ jobID, startTime }) => [jobID, startTime === null ? null : readInstant(startTime, zone)] as const,
  );
  return planMove(ctx, [first, ...others], {
    start,
    decisions: new Map(decisions),
  });
}

async function carryOut(tx: Tx, plan: MovePlan, shown: MovePlanReply) {
  const moves = plan.visits.filter(({ outcome }) => outcome === 'moves');
  if (moves.length === 0) return keepReply(tx, shown);
  const jobs = await lockAsSeen(tx, moves);
  if (isRefusal(jobs)) return jobs;
  if (jobs.some(isBeingPaid)) return refuse('payment_in_progress');
  const until = jobs[0]?.hold_expires_at ?? null;
  const taken = await takeSlots(tx, {
    visits: moves.map(({ job, start, crew }) => ({
      jobId: job.id,
      customerId: job.customer_id,
      need: plan.need,
      named: crew,
      start,
    })),
    heldUntil: until === null ? null : readDatabaseTime(until),
    onLapsed: expireHolds,
  });
  if (isRefusal(taken)) return taken;
  const untold = await findUntold(tx, jobs);
  const changes: ChangedVisit[] = [];
  const news: NewTask[] = [];
  for (const [place, move] of moves.entries()) {
    const before = jobs[place] ?? move.job;
    const saved = await saveMove(tx, before, move);
    changes.push({ before, after: saved.job });
    news.push(...saved.news);
  }
  const confirmedAnew = await announceTogether(tx, news, jobs);
  await tellOfMoving(tx, changes, { untold, confirmedAnew });
  return keepReply(tx, shown);
}

/** Locks jobs that stand where they stood when the move was planned; after somebody else's change, plan again. */
async function lockAsSeen(tx: Tx, moves: readonly PlannedMove[]): Promise<JobRow[] | Refusal<'race_lost'>> {
  const ids = moves.map(({ job }) => job.id);
  const versions = new Map((await lockJobs(tx, ids)).map(({ id, version }) => [id, version]));
  if (moves.some(({ job }) => versions.get(job.id) !== job.version)) return refuse('race_lost');
  const byId = new Map((await findJobs(tx, ids)).map((job) => [job.id, job]));
  return moves.map(({ job }) => byId.get(job.id) ?? job);
}

function saveMove(tx: Tx, before: JobRow, { start, crew }: PlannedMove) {
  const minutes = readDatabaseTime(before.ends_at).since(readDatabaseTime(before.starts_at)).total('minutes');
  const isCustomersMove = !may(tx.actor, changeOutsideTerms) && before.status === 'paid';
  return saveChange(tx, before, {
    fields: {
      starts_at: start.toString(),
      ends_at: start.add({ minutes }).toString(),
      ...(isCustomersMove ? { has_changed_date: true } : {}),
    },
    crew,
    toldTogether: true,
  });
}
