import { sql } from 'kysely';
import { keysOf } from '#features/messages/messages/server/index.ts';
import { findJobs, type JobRow, takesPlace } from '#features/work/jobs/server/index.ts';
import { timeOffSpans } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Change as PublishedChange } from '#platform/server/changes.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { Cover, CoverChoice } from '../contract.ts';
import { whyClosed } from '../rules/question.ts';

export type CoverState = Cover['visits'][number]['state'];

/** Crews by job, each in the order of its positions. */
type Crews = Readonly<Record<string, readonly string[]>>;

export interface CoverVisitRow {
  readonly id: string;
  readonly coverID: string;
  readonly jobID: string;
  /** Everyone of the crew who cannot come. */
  readonly awayIDs: readonly string[];
  /** The only one of the crew who cannot come; null if several cannot. */
  readonly awayID: string | null;
  readonly choice: CoverChoice;
  readonly state: CoverState;
  readonly detail: string;
  /** Before: of this visit, and of the one with which it swaps. */
  readonly crews: Crews;
  readonly startsAt: string;
  /** Afterwards, by job. */
  readonly versions: Readonly<Record<string, number>>;
  /** Start times offered to the customer, as on the wire. */
  readonly offers: readonly string[];
  readonly chosen: string | null;
}

function coverVisits({ db }: Context) {
  return db
    .selectFrom('cover_visit')
    .select([
      'id',
      'coverID as coverID',
      'jobID as jobID',
      'awayID as awayID',
      'state',
      'detail',
      'startsAt',
      'chosen',
    ])
    .select(['choice', 'crews', 'versions', 'offers', 'awayIDs as awayIDs'])
    .$narrowType<Pick<CoverVisitRow, 'choice' | 'state' | 'crews' | 'versions' | 'offers' | 'awayIDs'>>();
}

/** In the order of their times. */
export async function findCoverVisits(ctx: Context, coverID: string): Promise<CoverVisitRow[]> {
  return coverVisits(ctx).where('coverID', '=', coverID).orderBy('startsAt').orderBy('id').execute();
}

export async function findCoverVisit(ctx: Context, id: string): Promise<CoverVisitRow | null> {
  return (await coverVisits(ctx).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** What waits for the customer or for the end of the undo window. */
async function findWaitingVisits(ctx: Context, jobID: string): Promise<CoverVisitRow[]> {
  return coverVisits(ctx).where('jobID', '=', jobID).where('state', '=', 'waiting').orderBy('id').execute();
}

/** Locked, so that it is done or undone only once. Lock its job first, as changes of the job do. */
export async function lockCoverVisit(tx: Tx, id: string): Promise<CoverVisitRow | null> {
  await tx.db.selectFrom('cover_visit').select('id').where('id', '=', id).forUpdate().execute();
  return findCoverVisit(tx, id);
}

/** Jobs that are about to be cancelled, or whose customers have been asked and have not chosen yet. */
export async function findWaiting({ db }: Context, jobs: readonly JobRow[]): Promise<ReadonlySet<string>> {
  if (jobs.length === 0) return new Set();
  const rows = await db
    .selectFrom('cover_visit')
    .select(['jobID', 'startsAt'])
    .where(
      'jobID',
      'in',
      jobs.map(({ id }) => id),
    )
    .where('state', '=', 'waiting')
    .execute();
  // A visit that was moved since is no longer waiting.
  const startOf = new Map(jobs.map((job) => [job.id, job.startsAt]));
  return new Set(rows.flatMap((row) => (startOf.get(row.jobID) === row.startsAt ? row.jobID : [])));
}

export function findCover({ db }: Context, id: string) {
  return db.selectFrom('cover').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockCover({ db }: Tx, id: string) {
  return db.selectFrom('cover').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type Change = Partial<Pick<CoverVisitRow, 'state' | 'detail' | 'versions' | 'chosen'>>;

export async function saveCoverVisit({ db }: Context, id: string, change: Change): Promise<void> {
  const { versions, ...fields } = change;
  await db
    .updateTable('cover_visit')
    .set({ ...fields, ...(versions && { versions: JSON.stringify(versions) }) })
    .where('id', '=', id)
    .execute();
}

export async function insertCoverVisits(tx: Tx, rows: readonly CoverVisitRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.db
    .insertInto('cover_visit')
    .values(
      rows.map((row) => ({
        id: row.id,
        coverID: row.coverID,
        jobID: row.jobID,
        awayID: row.awayID,
        awayIDs: JSON.stringify(row.awayIDs),
        choice: JSON.stringify(row.choice),
        state: row.state,
        detail: row.detail,
        crews: JSON.stringify(row.crews),
        startsAt: row.startsAt,
        versions: JSON.stringify(row.versions),
        offers: JSON.stringify(row.offers),
      })),
    )
    .execute();
}

export async function showCover(ctx: Context, id: string): Promise<Cover | null> {
  const cover = await findCover(ctx, id);
  if (cover === undefined) return null;
  const visits = await findCoverVisits(ctx, id);
  return {
    id,
    cleanerID: cover.cleanerID,
    createdAt: wireTime(cover.createdAt),
    undoUntil: wireTime(cover.undoUntil),
    undoneAt: wireTimeOrNull(cover.undoneAt),
    visits: visits.map(({ jobID, choice, state, detail }) => ({ jobID, choice, state, detail })),
  };
}

/** Offers that are still in the future. */
export function offersAhead({ clock }: Context, { offers }: CoverVisitRow): string[] {
  return offers.filter((time) => Temporal.Instant.compare(Temporal.Instant.from(time), clock.now()) > 0);
}

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
export async function closeQuestions(tx: Tx, { subject, fields }: PublishedChange): Promise<void> {
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

export function questionKey(visitID: string): string {
  return `visit-uncovered:${visitID}`;
}

/** Why the customer can no longer choose; null while they can. */
export async function whyQuestionClosed(ctx: Context, visit: CoverVisitRow, job: JobRow) {
  if (visit.state === 'undone') return 'changed';
  const why = whyClosed(
    { startsAt: visit.startsAt, awayIDs: visit.awayIDs },
    {
      startsAt: job.startsAt,
      crew: job.crew.map(({ id }) => id),
      numCleaners: job.numCleaners,
      takesPlace: takesPlace(job),
      hasBegun:
        job.crew.some(({ startedAt }) => startedAt !== null) ||
        Temporal.Instant.compare(readDatabaseTime(job.startsAt), ctx.clock.now()) <= 0,
    },
  );
  if (why !== null) return why;
  if (await isBack(ctx, visit)) return 'covered';
  return visit.state === 'waiting' ? null : 'changed';
}

/** Whether the time off that was set with the cover has been removed, so that the cleaner comes after all. */
async function isBack(ctx: Context, visit: CoverVisitRow): Promise<boolean> {
  const cover = await findCover(ctx, visit.coverID);
  if (!cover?.timeOffID || cover.cleanerID === null) return false;
  return !(await timeOffSpans(ctx, cover.cleanerID)).some(({ id }) => id === cover.timeOffID);
}

/** Cron job: at the start of a visit it is too late to choose. */
export async function closeAtStart({ db, clock }: Context): Promise<void> {
  await db
    .updateTable('cover_visit')
    .set({ state: 'done', detail: DETAILS.begun })
    .where('state', '=', 'waiting')
    .where(sql<string>`choice ->> 'kind'`, '=', 'ask')
    .where('startsAt', '<=', clock.now().toString())
    .execute();
}

/** Forgets that a visit, which was only a test, had to be covered. */
export async function removeFromCovers({ db }: Tx, jobID: string): Promise<void> {
  await db.deleteFrom('cover_visit').where('jobID', '=', jobID).execute();
}
