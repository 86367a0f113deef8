import { sql } from 'kysely';
import { keysOf } from '#features/messages/messages/server/index.ts';
import { findJobs, type JobRow, takesPlace } from '#features/work/jobs/server/index.ts';
import { timeOffSpans } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Change } from '#platform/server/changes.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { whyClosed } from '../rules/question.ts';
import {
  type CoverVisitRow,
  findCover,
  findWaitingVisits,
  lockCoverVisit,
  saveCoverVisit,
} from './cover-record.ts';

const DETAILS = {
  covered: 'Somebody was found before the customer chose.',
  changed: 'The visit was changed before the customer chose.',
  begun: 'The visit began before the customer chose.',
} as const;

/** What a change of a job must concern to close a question about it. */
const RELEVANT = new Set(['crew', 'startTime', 'status', 'clocks', 'numCleaners', 'trashedAt']);

/**
 * Called with each change of a job, which is locked: what the customer was asked, or what was to be cancelled, ends once
 * the visit is another one or somebody comes. The customer is told by the message about the change itself.
 */
export async function closeQuestions(tx: Tx, { subject, fields }: Change): Promise<void> {
  if (subject.kind !== 'job' || subject.id === null || !fields.some((name) => RELEVANT.has(name))) return;
  for (const { id } of await findWaitingVisits(tx, subject.id)) {
    const visit = await lockCoverVisit(tx, id);
    const [job] = await findJobs(tx, [subject.id]);
    if (visit?.state !== 'waiting' || job === undefined) continue;
    const why = await whyQuestionClosed(tx, visit, job);
    if (why === null) continue;
    await saveCoverVisit(tx, id, { state: 'done', detail: DETAILS[why] });
    await tx.outbox.withdraw(tx, keysOf('visit-uncovered', questionKey(id)));
  }
}

export function questionKey(visitId: string): string {
  return `visit-uncovered:${visitId}`;
}

/** Why the customer can no longer choose; null while they can. */
export async function whyQuestionClosed(ctx: Context, visit: CoverVisitRow, job: JobRow) {
  if (visit.state === 'undone') return 'changed';
  const why = whyClosed(
    { startsAt: visit.startsAt, awayIds: visit.awayIds },
    {
      startsAt: job.starts_at,
      crew: job.crew.map(({ id }) => id),
      numCleaners: job.num_cleaners,
      takesPlace: takesPlace(job),
      hasBegun:
        job.crew.some(({ startedAt }) => startedAt !== null) ||
        Temporal.Instant.compare(readDatabaseTime(job.starts_at), ctx.clock.now()) <= 0,
    },
  );
  if (why !== null) return why;
  if (await isBack(ctx, visit)) return 'covered';
  return visit.state === 'waiting' ? null : 'changed';
}

/** Whether the time off that was set with the cover has been removed, so that the cleaner comes after all. */
async function isBack(ctx: Context, visit: CoverVisitRow): Promise<boolean> {
  const cover = await findCover(ctx, visit.coverId);
  if (!cover?.time_off_id || cover.cleaner_id === null) return false;
  return !(await timeOffSpans(ctx, cover.cleaner_id)).some(({ id }) => id === cover.time_off_id);
}

/** Cron job: at the start of a visit it is too late to choose. */
export async function closeAtStart({ db, clock }: Context): Promise<void> {
  await db
    .updateTable('cover_visit')
    .set({ state: 'done', detail: DETAILS.begun })
    .where('state', '=', 'waiting')
    .where(sql<string>`choice ->> 'kind'`, '=', 'ask')
    .where('starts_at', '<=', clock.now().toString())
    .execute();
}
