import { sql } from 'kysely';
import { keysOf, lastTold, messageTasks } from '#features/messages/messages/server/index.ts';
import { cleanerMobiles } from '#features/people/cleaners/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import {
  type CrewNews,
  isSameCrew,
  isSameVisit,
  newsForCleaner,
  newsForCustomer,
  type ToldVisit,
} from '../rules/visit-notifications.ts';
import { findJobs, type JobRow } from './job-rows.ts';
import { firstNewsKey, newsKey, notifyTask } from './publish-changes.ts';
import {
  aboutJob,
  aboutVisit,
  confirmationMail,
  customerOf,
  customerToday,
  customerVisit,
  earliest,
  endOf,
  inOrder,
  isToday,
  takesPlace,
  visitDataAt,
  visitOf,
} from './visit-messages.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    /**
     * Notifies the customer and the cleaners of a job, or of its series, of all changes since their last notification.
     */
    'tell-of-changes': { readonly jobID: string };
  }
}

/** The current state of a job, and the state that a reader was last notified of. */
interface Told {
  readonly job: JobRow;
  readonly told: ToldVisit | null;
}

/**
 * The task: compares every visit with the last state its readers were notified of, and sends at most one message for
 * each kind of change.
 */
export async function notifyReaders(ctx: Context, { jobID }: { readonly jobID: string }): Promise<void> {
  const done = await inTransaction(ctx, async (tx) => {
    const due = await takeDue(tx, jobID);
    const jobs = await findJobs(tx, [...new Set(due.map((row) => row.jobID))]);
    const toldOf = (kind: string) =>
      due.flatMap((row) => {
        const job = jobs.find(({ id }) => id === row.jobID);
        if (job === undefined || row.readerKind !== kind || isOver(tx, job)) return [];
        return [{ readerID: row.readerID, job, told: row.visit as unknown as ToldVisit | null }];
      });
    const customers = toldOf('customer').filter(({ job, readerID }) => job.customerID === readerID);
    const cleaners = toldOf('cleaner');
    await keepOfTrash(tx, customers);
    await takeBackUntrue(tx, [...customers, ...cleaners]);
    await tx.outbox.publishAll(tx, [
      ...(await messagesToCustomer(tx, customers)),
      ...(await messagesToCleaners(
        tx,
        Map.groupBy(cleaners, ({ readerID }) => readerID),
      )),
    ]);
  });
  if (isRefusal(done)) throw new Error('Failed to notify readers of visit changes');
}

/** Cron job: publishes the notifications that waited for the end of quiet hours. */
export async function notifyInTheMorning(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('visit_last_told as told')
    .innerJoin('job', 'job.id', 'told.jobID')
    .select([
      sql<string>`coalesce(job.series_id, job.id)`.as('scope'),
      sql<string>`min(job.id::text)`.as('id'),
    ])
    .where('told.tellAfter', '<=', ctx.clock.now().toString())
    .groupBy('scope')
    .limit(BATCH)
    .execute();
  const tasks = due.map(({ scope, id }) => notifyTask(scope, id));
  const published = await inTransaction(ctx, (tx) => tx.outbox.publishAll(tx, tasks));
  if (isRefusal(published)) throw new Error('Failed to publish delayed visit notifications');
}

const BATCH = 500;

/**
 * Removes and returns the rows of readers who can be notified now; later changes start a new row. An uncommitted change
 * holds its rows locked, so the jobs read afterwards include it.
 */
async function takeDue(tx: Tx, jobID: string) {
  return tx.db
    .deleteFrom('visit_last_told')
    .where('jobID', 'in', await jobsOfScope(tx, jobID))
    .where(({ or, eb }) =>
      or([eb('tellAfter', 'is', null), eb('tellAfter', '<=', tx.clock.now().toString())]),
    )
    .returningAll()
    .execute();
}

async function jobsOfScope({ db }: Tx, jobID: string): Promise<string[]> {
  const job = await db.selectFrom('job').select('seriesID').where('id', '=', jobID).executeTakeFirst();
  if (!job?.seriesID) return [jobID];
  const rows = await db.selectFrom('job').select('id').where('seriesID', '=', job.seriesID).execute();
  return rows.map(({ id }) => id);
}

/** Withdraws queued messages about one visit that are no longer true. */
async function takeBackUntrue(
  tx: Tx,
  readers: readonly (Told & { readonly readerID: string })[],
): Promise<void> {
  const untrue = readers.filter(({ job, told, readerID }) => {
    const now = takesPlace(job) ? visitOf(job) : null;
    const isTheirs = now !== null && (readerID === job.customerID || now.crew.includes(readerID));
    return told !== null && !(isTheirs && isSameVisit(told, now) && isSameCrew(told, now));
  });
  const keys = untrue.map(({ job, readerID }) => newsKey(job.id, readerID));
  await tx.outbox.withdraw(tx, [
    ...keys,
    ...keys.flatMap((key) => [
      ...keysOf('crew-changed', key),
      ...keysOf('visit-covered', coveredKey(key)),
      ...keysOf('visit-moved', moveKey(key)),
    ]),
  ]);
}

/** Unlike that of a change of cleaner, which must not replace an unsent message about a move. */
function moveKey(key: string): string {
  return `${key}:moved`;
}

function isOver(tx: Tx, job: JobRow): boolean {
  return Temporal.Instant.compare(readDatabaseTime(job.endsAt), tx.clock.now()) <= 0;
}

/** A customer is not notified of a trashed visit. Once it is restored, they are notified of earlier changes. */
async function keepOfTrash(tx: Tx, customers: readonly Told[]): Promise<void> {
  const kept = customers.filter(({ job, told }) => job.trashedAt !== null && told !== null);
  if (kept.length === 0) return;
  await tx.db
    .insertInto('visit_last_told')
    .values(
      kept.map(({ job, told }) => ({
        jobID: job.id,
        readerID: job.customerID,
        readerKind: 'customer',
        visit: JSON.stringify(told),
        tellAfter: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function messagesToCustomer(tx: Tx, all: readonly Told[]): Promise<NewTask[]> {
  const news = Map.groupBy(
    all.filter(({ job }) => takesPlace(job)),
    ({ job, told }) => newsForCustomer(told, visitOf(job)),
  );
  const jobsWith = (what: 'booked' | 'moved' | 'other-crew') =>
    inOrder((news.get(what) ?? []).map(({ job }) => job));
  const recrewed = jobsWith('other-crew');
  const told = await lastTold(
    tx,
    recrewed.map(({ id }) => id),
    ['visit-uncovered', 'visit-covered', 'crew-changed', 'visit-moved'],
  );
  return [
    ...bookedMail(tx, jobsWith('booked')),
    ...moveMessages(tx, news.get('moved') ?? []),
    ...recrewed.flatMap((job) =>
      told.get(job.id) === 'visit-uncovered' ? coveredMessage(tx, job) : otherCrewMessage(tx, job),
    ),
  ];
}

/** To everyone who was told that nobody can come. */
function coveredMessage(tx: Tx, job: JobRow): NewTask[] {
  return messageTasks(tx, {
    kind: 'visit-covered',
    to: customerOf(job),
    ...aboutJob(job),
    data: aboutVisit(job),
    startsAt: readDatabaseTime(job.startsAt),
    notAfter: readDatabaseTime(job.endsAt),
    isUrgent: true,
    key: coveredKey(newsKey(job.id, job.customerID)),
  });
}

function coveredKey(key: string): string {
  return `${key}:covered`;
}

/** A series gets one e-mail with all its dates. */
function bookedMail(tx: Tx, jobs: readonly JobRow[]): NewTask[] {
  const [first, ...others] = jobs;
  if (first === undefined || others.length > 0) return confirmationMail(tx, jobs);
  return confirmationMail(tx, jobs, firstNewsKey(first.id, first.customerID));
}

/** Visits that are or were today are also announced by SMS. */
function moveMessages(tx: Tx, moved: readonly Told[]): NewTask[] {
  const jobs = inOrder(moved.map(({ job }) => job));
  const [first, ...others] = jobs;
  if (first === undefined) return [];
  const starts = moved.flatMap(({ job, told }) => [job.startsAt, ...(told === null ? [] : [told.startsAt])]);
  const about = {
    to: customerToday(tx, first, earliest(starts)),
    ...aboutJob(first),
    startsAt: readDatabaseTime(first.startsAt),
    notAfter: endOf(jobs),
    isUrgent: true,
  };
  if (others.length === 0) {
    const key = moveKey(newsKey(first.id, first.customerID));
    return messageTasks(tx, { kind: 'visit-moved', ...about, data: aboutVisit(first), key });
  }
  return messageTasks(tx, {
    kind: 'series-moved',
    ...about,
    data: {
      firstname: first.customerFirstname,
      jobID: first.id,
      visits: [customerVisit(first), ...others.map((job) => customerVisit(job))],
    },
  });
}

/** By SMS on the day of the visit, otherwise by e-mail. */
function otherCrewMessage(tx: Tx, job: JobRow): NewTask[] {
  const { email, mobile } = customerOf(job);
  const isBySms = isToday(tx, readDatabaseTime(job.startsAt)) || email === '';
  return messageTasks(tx, {
    kind: 'crew-changed',
    to: isBySms ? { mobile } : { email },
    ...aboutJob(job),
    data: aboutVisit(job),
    startsAt: readDatabaseTime(job.startsAt),
    notAfter: readDatabaseTime(job.endsAt),
    isUrgent: true,
    key: newsKey(job.id, job.customerID),
  });
}

async function messagesToCleaners(
  tx: Tx,
  byCleaner: ReadonlyMap<string, readonly Told[]>,
): Promise<NewTask[]> {
  const cleaners = await cleanerMobiles(tx, [...byCleaner.keys()]);
  return cleaners.flatMap(({ id, mobile }) => {
    const news = Map.groupBy(byCleaner.get(id) ?? [], ({ job, told }) =>
      newsForCleaner(told, theirVisit(job, id)),
    );
    return (['new', 'moved', 'released'] as const).flatMap((what) =>
      crewText(tx, { id, mobile }, { what, visits: news.get(what) ?? [] }),
    );
  });
}

function theirVisit(job: JobRow, cleanerID: string): ToldVisit | null {
  const visit = visitOf(job);
  return takesPlace(job) && visit.crew.includes(cleanerID) ? visit : null;
}

interface CrewText {
  readonly what: CrewNews;
  readonly visits: readonly Told[];
}

/** One SMS to a cleaner. A visit that is no longer theirs is described as in their last notification. */
function crewText(
  tx: Tx,
  { id, mobile }: { readonly id: string; readonly mobile: string },
  { what, visits }: CrewText,
): NewTask[] {
  const at = ({ job, told }: Told) => (what === 'released' && told !== null ? told : visitOf(job));
  const named = visits
    .map((one) => ({ job: one.job, visit: at(one) }))
    .toSorted((a, b) => (a.visit.startsAt < b.visit.startsAt ? -1 : 1));
  const [first, ...others] = named;
  if (first === undefined) return [];
  const about = {
    to: { mobile },
    ...aboutJob(first.job),
    cleanerID: id,
    startsAt: readDatabaseTime(first.visit.startsAt),
    notAfter: readDatabaseTime((others.at(-1) ?? first).visit.endsAt),
    isUrgent: true,
  };
  const { postal } = first.visit;
  const firstVisit = visitDataAt(first.job, first.visit);
  if (others.length === 0) {
    const data = { visit: firstVisit, postal };
    const key = (what === 'new' ? firstNewsKey : newsKey)(first.job.id, id);
    return messageTasks(tx, { kind: `crew-${what}` as const, ...about, data, key });
  }
  const all = [firstVisit, ...others.map((one) => visitDataAt(one.job, one.visit))] as const;
  return messageTasks(tx, { kind: `crew-series-${what}` as const, ...about, data: { visits: all, postal } });
}

/** The time and place of visits as the customer was last notified. */
export async function lastToldToCustomer(
  ctx: Context,
  jobs: readonly JobRow[],
): Promise<ReadonlyMap<string, ToldVisit>> {
  const visits = new Map(jobs.map((job) => [job.id, visitOf(job)]));
  if (jobs.length === 0) return visits;
  const rows = await ctx.db
    .selectFrom('visit_last_told')
    .select(['jobID', 'visit'])
    .where('jobID', 'in', [...visits.keys()])
    .where('readerKind', '=', 'customer')
    .where('visit', 'is not', null)
    .execute();
  for (const { jobID, visit } of rows) visits.set(jobID, visit as unknown as ToldVisit);
  return visits;
}
