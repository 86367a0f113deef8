import type { z } from 'zod';
import {
  changeSeries,
  findJobs,
  inOrder,
  type JobRow,
  lockJobs,
  lockSeries,
  requirementsOf,
  type SeriesRow,
} from '#features/work/jobs/server/index.ts';
import { slotConstraints } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { undoSeriesMove as call } from '../contract.ts';
import { saveMoves, whyItStays } from './plan-move.ts';
import { moveQuestions } from './series-questions.ts';

type Reply = z.output<typeof call.reply>;

interface Move {
  readonly series: SeriesRow;
  readonly before: readonly JobRow[];
  readonly moved: readonly JobRow[];
}

/** Records the state of visits, and of the pattern of their series, before a move. Returns the id for undoing it. */
export async function recordMove(tx: Tx, { series, before, moved }: Move): Promise<string> {
  const id = tx.newID();
  const versions = new Map(moved.map((job) => [job.id, job.version]));
  const { firstAt, weekdays, addedUntil } = series;
  await tx.db
    .insertInto('series_move')
    .values({ id, seriesID: series.id, movedAt: tx.clock.now().toString(), firstAt, weekdays, addedUntil })
    .execute();
  await tx.db
    .insertInto('series_move_visit')
    .values(
      before.map((job) => ({
        moveID: id,
        jobID: job.id,
        version: versions.get(job.id) ?? job.version,
        startsAt: job.startsAt,
        endsAt: job.endsAt,
        crew: job.crew.map((member) => member.id),
      })),
    )
    .execute();
  return id;
}

/**
 * Restores the times and crews of visits that were moved together, all or none. Refused if one of them has changed
 * since, or a former time is taken or past. Idempotent: undoing again returns the same reply.
 */
export async function undoMove(
  ctx: Context,
  moveID: string,
): Promise<
  Reply | Refusal<'not_found' | 'undo_stale' | 'undo_taken' | 'payment_in_progress' | 'unavailable'>
> {
  const outcome = await inTransaction(ctx, (tx) => putBack(tx, moveID), slotConstraints);
  return isRefusal(outcome) && outcome.refusal === 'slot_taken'
    ? refuse('undo_taken')
    : (outcome as Exclude<typeof outcome, Refusal<'slot_taken' | 'payment_in_progress'>>);
}

async function putBack(tx: Tx, moveID: string) {
  const [moved] = await tx.db.selectFrom('series_move').select('seriesID').where('id', '=', moveID).execute();
  const series = moved === undefined ? null : await lockSeries(tx, moved.seriesID);
  const move = await lockMove(tx, moveID);
  if (move === null || series === null) return refuse('not_found');
  const { undoneAt, visits } = move;
  const reply: Reply = {
    moveID,
    visits: visits.map(({ jobID, startsAt, endsAt }) => ({
      jobID,
      startTime: wireTime(startsAt),
      endTime: wireTime(endsAt),
    })),
  };
  if (undoneAt !== null) {
    noChange(tx);
    return saveIdempotentReply(tx, reply);
  }
  const jobs = await lockAsMoved(tx, visits);
  const [first] = jobs;
  if (first === undefined || hasGoneOn(series, move, first)) return refuse('undo_stale');
  const former = new Map(visits.map((visit) => [visit.jobID, visit]));
  const moves = jobs.flatMap((job) => {
    const visit = former.get(job.id);
    return visit === undefined ? [] : [{ job, start: readDatabaseTime(visit.startsAt), crew: visit.crew }];
  });
  if (moves.some(({ job, start }) => isTooLate(tx, job, start))) return refuse('undo_stale');
  const saved = await saveMoves(tx, moves, { need: await requirementsOf(tx, first), counts: false });
  if (isRefusal(saved)) return saved;
  const now = tx.clock.now().toString();
  await tx.db.updateTable('series_move').set({ undoneAt: now }).where('id', '=', moveID).execute();
  const by = readDatabaseTime(move.firstVisitAt).since(readDatabaseTime(first.startsAt));
  await moveQuestions(tx, series.id, {
    after: readDatabaseTime(first.startsAt),
    movedTo: (start) => start.add(by),
  });
  const { firstAt, weekdays, addedUntil } = move;
  await changeSeries(tx, series.id, { firstAt, weekdays, addedUntil });
  return saveIdempotentReply(tx, reply);
}

/**
 * Whether the pattern has changed since the move, or visits were added: both would be lost. Of a move that left the first
 * visit where it was, the pattern has stayed.
 */
function hasGoneOn(series: SeriesRow, move: Before, first: JobRow): boolean {
  const by = readDatabaseTime(first.startsAt).since(readDatabaseTime(move.firstVisitAt));
  const isAt = (time: string | null, expected: string | null) =>
    time === null || expected === null
      ? time === expected
      : readDatabaseTime(time).equals(readDatabaseTime(expected).add(by));
  const isMoved = readDatabaseTime(series.firstAt).equals(readDatabaseTime(first.startsAt));
  return !isMoved || !isAt(series.addedUntil, move.addedUntil);
}

interface Before {
  readonly firstVisitAt: string;
  readonly addedUntil: string | null;
}

function isTooLate(tx: Tx, job: JobRow, start: Temporal.Instant): boolean {
  return whyItStays(tx, job) !== null || Temporal.Instant.compare(start, tx.clock.now()) <= 0;
}

/** Serialises undoing one move. */
async function lockMove(tx: Tx, id: string) {
  const move = await tx.db
    .selectFrom('series_move')
    .select(['undoneAt', 'seriesID', 'firstAt', 'weekdays', 'addedUntil'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (move === undefined) return null;
  const visits = await tx.db
    .selectFrom('series_move_visit')
    .select(['jobID', 'version', 'startsAt', 'endsAt', 'crew'])
    .where('moveID', '=', id)
    .orderBy('startsAt')
    .execute();
  return { ...move, visits, firstVisitAt: visits[0]?.startsAt ?? move.firstAt };
}

/** Locks the jobs, earliest first; returns none if one of them has changed since the move. */
async function lockAsMoved(
  tx: Tx,
  visits: readonly { readonly jobID: string; readonly version: number }[],
): Promise<JobRow[]> {
  const ids = visits.map(({ jobID }) => jobID);
  const versions = new Map((await lockJobs(tx, ids)).map(({ id, version }) => [id, version]));
  if (visits.some(({ jobID, version }) => versions.get(jobID) !== version)) return [];
  return inOrder(await findJobs(tx, ids));
}
