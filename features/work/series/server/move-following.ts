import type { z } from 'zod';
import { changeOutsideTerms } from '#features/work/jobs/rules/policy.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import {
  changeSeries,
  findJobs,
  findSeries,
  isUnheldOfCustomer,
  type JobRow,
  lockJobs,
  lockSeriesOf,
  type SeriesRow,
} from '#features/work/jobs/server/index.ts';
import { slotConstraints } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime, readInstant } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { MovePlanReply } from '../contract/shapes.ts';
import type { moveFollowing as call, previewFollowingMove } from '../contract.ts';
import { movedWeekdays } from '../rules/endless.ts';
import { movedStarts } from '../rules/following.ts';
import * as policy from '../rules/policy.ts';
import { findFollowing } from './cancel-following.ts';
import {
  type MovePlan,
  type PlannedMove,
  planID,
  planMove,
  saveMoves,
  showPlan,
  whyItStays,
} from './plan-move.ts';
import { moveQuestions } from './series-questions.ts';
import { recordMove } from './undo-move.ts';

type PreviewBody = z.output<typeof previewFollowingMove.body>;
type Body = z.output<typeof call.body>;
type Moved = z.output<typeof call.reply>;
type NotPlanned = Refusal<
  'not_found' | 'invalid' | 'not_of_series' | 'not_changeable' | 'change_used' | 'change_too_late'
>;

/** Each lost round means that another booking was made meanwhile; this limits retries. */
const MAX_ROUNDS = 10;

/** Previews a move: times, crews, and the conflicts to be decided first. */
export async function previewMoveFollowing(
  ctx: Context,
  jobID: string,
  body: PreviewBody,
): Promise<MovePlanReply | NotPlanned> {
  const plan = await findPlan(ctx, jobID, body);
  return isRefusal(plan) ? plan : showPlan(ctx, plan);
}

/**
 * Moves this visit and the following ones as planned, in one transaction; their crews' time is taken by the same checks
 * as for a booking. Refused if a conflict is undecided or the plan differs from the one that the user was shown.
 */
export async function moveFollowing(
  ctx: Context,
  jobID: string,
  body: Body,
): Promise<
  | Moved
  | NotPlanned
  | Refusal<'slot_taken' | 'payment_in_progress' | 'move_undecided' | 'move_changed' | 'unavailable'>
> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const plan = await findPlan(ctx, jobID, body);
    if (isRefusal(plan)) return plan;
    const shown = await showPlan(ctx, plan);
    if (shown.conflicts > 0) return refuse('move_undecided', { extensions: { ...shown } });
    if (body.plan !== undefined && body.plan !== planID(plan))
      return refuse('move_changed', { extensions: { ...shown } });
    const outcome = await inTransaction(ctx, (tx) => execute(tx, plan, shown), slotConstraints);
    const isLost =
      isRefusal(outcome) && (outcome.refusal === 'race_lost' || outcome.refusal === 'slot_taken');
    if (!isLost) return outcome as Exclude<typeof outcome, Refusal<'race_lost'>>;
  }
  return refuse('unavailable');
}

async function findPlan(ctx: Context, jobID: string, body: PreviewBody): Promise<MovePlan | NotPlanned> {
  const found = await findFollowing(ctx, jobID);
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
  const series = first.seriesID === null ? null : await findSeries(ctx, first.seriesID);
  return planMove(ctx, [first, ...others], {
    start,
    decisions: new Map(decisions),
    interval: series?.interval,
  });
}

async function execute(tx: Tx, plan: MovePlan, shown: MovePlanReply) {
  const moves = plan.visits.filter(({ outcome }) => outcome === 'moves');
  if (moves.length === 0) {
    noChange(tx);
    return saveIdempotentReply(tx, { ...shown, moveID: null });
  }
  const series = await lockSeriesOf(tx, moves[0]?.job.id ?? '');
  const jobs = await lockAsSeen(tx, moves);
  if (isRefusal(jobs)) return jobs;
  if (await isUnheldOfCustomer(tx, jobs)) return refuse('not_changeable');
  const isAgreed = goesAhead(jobs[0]?.status ?? '');
  const saved = await saveMoves(
    tx,
    moves.map(({ job, start, crew }, index) => ({ job: jobs[index] ?? job, start, crew })),
    { need: plan.need, counts: isAgreed && !may(tx.actor, changeOutsideTerms) },
  );
  if (isRefusal(saved)) return saved;
  const moveID =
    series !== null && may(tx.actor, policy.undoSeriesMove)
      ? await recordMove(tx, { series, before: jobs, moved: saved })
      : null;
  if (series !== null) await movePattern(tx, series, plan);
  return saveIdempotentReply(tx, { ...shown, moveID });
}

/** The dates that are added later, and those that are to be decided, follow the first visit to its new weekday and time. */
async function movePattern(tx: Tx, series: SeriesRow, { visits: [first] }: MovePlan): Promise<void> {
  if (first?.outcome !== 'moves') return;
  const zone = tx.config.BUSINESS_TZ;
  const from = readDatabaseTime(first.job.startsAt);
  const day = (at: Temporal.Instant) => at.toZonedDateTimeISO(zone).toPlainDate();
  const movedFrom = (at: Temporal.Instant) =>
    movedStarts([from, at], first.start, zone, series.interval)[1] ?? first.start;
  await moveQuestions(tx, series.id, { after: from, movedTo: movedFrom });
  const { addedUntil } = series;
  await changeSeries(tx, series.id, {
    firstAt: first.start.toString(),
    weekdays: movedWeekdays(series.weekdays, day(from).until(day(first.start)).days),
    addedUntil: addedUntil === null ? null : shifted(addedUntil, first.start.since(from)),
  });
}

function shifted(time: string, by: Temporal.Duration): string {
  return readDatabaseTime(time).add(by).toString();
}

/** Locks the jobs if they are unchanged since the move was planned; otherwise the caller has to plan again. */
async function lockAsSeen(tx: Tx, moves: readonly PlannedMove[]): Promise<JobRow[] | Refusal<'race_lost'>> {
  const ids = moves.map(({ job }) => job.id);
  const versions = new Map((await lockJobs(tx, ids)).map(({ id, version }) => [id, version]));
  if (moves.some(({ job }) => versions.get(job.id) !== job.version)) return refuse('race_lost');
  const byID = new Map((await findJobs(tx, ids)).map((job) => [job.id, job]));
  return moves.map(({ job }) => byID.get(job.id) ?? job);
}
