import { type SelectQueryBuilder, sql } from 'kysely';
import { heldUntil } from '#features/messages/messages/rules/quiet-hours.ts';
import { isTestCustomer } from '#features/people/customers/rules/test-customer.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { DB } from '#platform/server/database/database.ts';
import { type NewTask, newTask } from '#platform/server/outbox.ts';
import { goesAhead } from '../rules/status.ts';
import { isSameCrew, isSameVisit, type ToldVisit } from '../rules/visit-notifications.ts';
import type { JobRow } from './job-rows.ts';
import {
  changeReminder,
  changeReminderKeys,
  delayFor,
  earliest,
  reminderKeys,
  reminderTasks,
  takesPlace,
  visitOf,
} from './visit-messages.ts';

/** A visit before and after a change. */
export interface ChangedVisit {
  readonly before: JobRow;
  readonly after: JobRow;
  /** False: the office notifies the customer of the new crew itself. */
  readonly tellsCustomerOfCrew?: boolean | undefined;
}

/**
 * Publishes the consequences of changed visits: calendar updates, and one task per job or series that notifies its
 * customer and cleaners (notify-readers.ts). The task waits until the office can no longer undo the change, and runs once
 * for several changes.
 */
export async function publishChanges(tx: Tx, visits: readonly ChangedVisit[]): Promise<void> {
  const changed = visits.filter((visit) => concernsPeople(tx, visit));
  const moved = changed.filter(({ before, after }) => isOtherVisit(before, after));
  const takenBack = await tx.outbox.withdraw(tx, moved.flatMap(waitingKeys));
  await noteLastTold(tx, moved, takenBack);
  await tx.outbox.publishAll(tx, [
    ...changed.flatMap(calendarTask),
    ...(await renewedReminders(tx, moved, takenBack)),
    ...notifyTasks(tx, moved),
  ]);
}

/**
 * Keys of messages that may still be queued (quiet hours, gateway down) and that this change makes untrue: reminders,
 * and first notifications about the visit.
 */
function waitingKeys(visit: ChangedVisit): string[] {
  const { before, after } = visit;
  if (!goesAhead(before.status)) return [];
  const firstNews = readersOf(visit).map(({ id }) => firstNewsKey(after.id, id));
  return [...firstNews, ...reminderKeys(after, visitOf(before).crew), ...changeReminderKeys(after)];
}

/** A visit that is not agreed yet, already over, or only a test, needs no notifications. */
function concernsPeople(tx: Tx, { before, after }: ChangedVisit): boolean {
  if (isTestCustomer(after.customerID)) return false;
  const isOver = Temporal.Instant.compare(readDatabaseTime(after.endsAt), tx.clock.now()) <= 0;
  return !isOver && (takesPlace(before) || takesPlace(after));
}

function isOtherVisit(before: JobRow, after: JobRow): boolean {
  const [was, is] = [visitOf(before), visitOf(after)];
  return takesPlace(before) !== takesPlace(after) || !isSameCrew(was, is) || !isSameVisit(was, is);
}

function calendarTask({ before, after }: ChangedVisit): NewTask[] {
  if (!isOtherVisit(before, after) && before.label === after.label) return [];
  return [eventTask(after.id, takesPlace(after) ? 'put' : 'delete')];
}

/** Reminders that were withdrawn are scheduled again if the visit still starts at the same time. */
async function renewedReminders(
  tx: Tx,
  visits: readonly ChangedVisit[],
  takenBack: ReadonlySet<string>,
): Promise<NewTask[]> {
  const tasks: NewTask[] = [];
  for (const { before, after } of visits) {
    if (before.startsAt !== after.startsAt || !takesPlace(after)) continue;
    const wasWaiting = (keys: readonly string[]) => keys.some((key) => takenBack.has(key));
    if (wasWaiting(reminderKeys(after, visitOf(before).crew)))
      tasks.push(...(await reminderTasks(tx, after)));
    if (wasWaiting(changeReminderKeys(after))) tasks.push(...changeReminder(tx, after));
  }
  return tasks;
}

/** Someone to notify about a visit, and the state they were last notified of. */
interface Reader {
  readonly kind: 'customer' | 'cleaner';
  readonly id: string;
  readonly told: ToldVisit | null;
}

function readersOf({ before, after }: ChangedVisit): Reader[] {
  const was = visitOf(before);
  const cleaners = new Set([...was.crew, ...visitOf(after).crew]);
  return [
    { kind: 'customer', id: after.customerID, told: goesAhead(before.status) ? was : null },
    ...[...cleaners].map((id) => {
      const wasTheirs = takesPlace(before) && was.crew.includes(id);
      return { kind: 'cleaner', id, told: wasTheirs ? was : null } as const;
    }),
  ];
}

/**
 * Stores the last state each reader was notified of. If an earlier change has not been sent yet, the state stored
 * before it stays.
 */
async function noteLastTold(
  tx: Tx,
  visits: readonly ChangedVisit[],
  takenBack: ReadonlySet<string>,
): Promise<void> {
  if (visits.length === 0) return;
  const rows = visits.flatMap((visit) =>
    readersOf(visit).map(({ kind, id, told }) => ({
      jobID: visit.after.id,
      readerID: id,
      readerKind: kind,
      visit: told === null || takenBack.has(firstNewsKey(visit.after.id, id)) ? null : JSON.stringify(told),
      tellAfter: notifyAfter(tx, visit, id)?.toString() ?? null,
    })),
  );
  await tx.db
    .insertInto('visit_last_told')
    .values(rows)
    // Locks an existing row too, so that a task that is notifying this reader and this change wait for each other.
    .onConflict((conflict) =>
      conflict
        .columns(['jobID', 'readerID'])
        .doUpdateSet((row) => ({ tellAfter: row.ref('excluded.tellAfter') })),
    )
    .execute();
  for (const { after, tellsCustomerOfCrew } of visits)
    if (tellsCustomerOfCrew === false) await noteCrewTold(tx, after);
}

/** The key of a person's first notification about a visit. */
export function firstNewsKey(jobID: string, readerID: string): string {
  return `visit-first-news:${jobID}:${readerID}`;
}

/** The key of later notifications to a person about a visit. */
export function newsKey(jobID: string, readerID: string): string {
  return `visit-news:${jobID}:${readerID}`;
}

/** The end of quiet hours, if this notification can wait for it. */
function notifyAfter(tx: Tx, { before, after }: ChangedVisit, readerID: string): Temporal.Instant | null {
  const news = {
    isOwnAct: idOf(tx.actor) === readerID,
    isChange: goesAhead(before.status),
    startsAt: earliest([before.startsAt, after.startsAt]),
  };
  return heldUntil(news, tx.clock.now(), tx.config.BUSINESS_TZ);
}

/** Records that the customer knows about this crew. */
async function noteCrewTold(tx: Tx, job: JobRow): Promise<void> {
  const crew = JSON.stringify({ crew: visitOf(job).crew });
  await tx.db
    .updateTable('visit_last_told')
    .set({ visit: sql`visit || ${crew}::jsonb` })
    .where('jobID', '=', job.id)
    .where('readerID', '=', job.customerID)
    .execute();
}

function notifyTasks(tx: Tx, visits: readonly ChangedVisit[]): NewTask[] {
  const byScope = Map.groupBy(visits, ({ after }) => after.seriesID ?? after.id);
  return [...byScope].flatMap(([scope, [first]]) => {
    if (first === undefined) return [];
    // A booking cannot be undone, unlike a change.
    const delay = goesAhead(first.before.status) ? delayFor(tx) : undefined;
    return [notifyTask(scope, first.after.id, delay)];
  });
}

/** @param scope the series, or the job if it is not in a series. */
export function notifyTask(scope: string, jobID: string, delay?: Temporal.Duration): NewTask {
  const start = delay && { notBefore: systemClock.now().add(delay) };
  return newTask('tell-of-changes', { jobID }, { key: `tell-of-changes:${scope}`, ...start });
}

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'put-calendar-event': { readonly jobID: string };
    'delete-calendar-event': { readonly jobID: string };
  }
}

/** Retries for about a day; a calendar outage never blocks a booking. */
const ATTEMPTS = 14;

/**
 * Puts the visit into the company's calendar, or removes it, once the transaction commits. A newer task replaces a
 * pending one and waits for a running one, so updates never overtake each other.
 */
export async function publishCalendarEvent(tx: Tx, jobID: string, act: 'put' | 'delete'): Promise<void> {
  await tx.outbox.publishAll(tx, [eventTask(jobID, act)]);
}

/** As publishCalendarEvent, for publishing together with other tasks. */
export function eventTask(jobID: string, act: 'put' | 'delete'): NewTask {
  const task = act === 'put' ? 'put-calendar-event' : 'delete-calendar-event';
  return newTask(task, { jobID }, { key: `calendar:${jobID}`, queue: queueOf(jobID), maxAttempts: ATTEMPTS });
}

/**
 * One of 16 queues, which keeps the updates of a visit in order. A queue per visit would remain in the worker's table
 * forever, and the worker scans all queues when it looks for a task.
 */
function queueOf(jobID: string): string {
  return `calendar:${jobID.slice(-1)}`;
}

interface JobNews {
  readonly count: number;
  readonly rows: readonly {
    readonly jobID: string;
    readonly customer: string;
    readonly startTime: string;
    /** When it happened. */
    readonly at: string;
  }[];
}

interface Since {
  readonly since: Temporal.Instant;
  readonly limit: number;
}

/** Bookings made since then, a series by its first visit; holds that have ended unpaid are left out. */
export function findNewBookings(ctx: Context, { since, limit }: Since): Promise<JobNews> {
  const booked = ctx.db
    .selectFrom('job')
    .select([
      sql<string>`(array_agg(id order by starts_at, id))[1]`.as('id'),
      sql<string>`min(created_at)`.as('at'),
    ])
    .where('createdAt', '>=', since.toString())
    .where('status', 'in', ['pending', 'confirmed', 'paid'])
    .where('trashedAt', 'is', null)
    .groupBy(sql`coalesce(series_id, id)`);
  return newsOf(ctx, booked, limit);
}

/** Cancellations since then; visits that were cancelled together count once. */
export function findCancellations(ctx: Context, { since, limit }: Since): Promise<JobNews> {
  const cancelled = ctx.db
    .selectFrom('job_cancellation')
    .select([sql<string>`coalesce(first_job_id, job_id)`.as('id'), sql<string>`max(created_at)`.as('at')])
    .where('createdAt', '>=', since.toString())
    .groupBy(sql`coalesce(first_job_id, job_id)`);
  return newsOf(ctx, cancelled, limit);
}

/** Visits that their customers have changed since then. */
export function findCustomerChanges(ctx: Context, { since, limit }: Since): Promise<JobNews> {
  const changed = ctx.db
    .selectFrom('audit_entry')
    .select([sql<string>`subject_id::uuid`.as('id'), sql<string>`max(at)`.as('at')])
    .where('at', '>=', since.toString())
    .where('subjectKind', '=', 'job')
    .where('actorRole', '=', 'customer')
    .where('action', '=', 'job.updated')
    .where(sql<boolean>`after -> 'reviewStarts' is null`) // a review is no change
    .groupBy('subjectID');
  return newsOf(ctx, changed, limit);
}

type Happened = { readonly id: string; readonly at: string };

async function newsOf(
  ctx: Context,
  happened: SelectQueryBuilder<DB, never, Happened>,
  limit: number,
): Promise<JobNews> {
  const rows = await ctx.db
    .selectFrom(happened.as('happened'))
    .innerJoin('job', 'job.id', 'happened.id')
    .innerJoin('customer', 'customer.id', 'job.customerID')
    .select(['job.id', 'job.startsAt', 'happened.at'])
    .select(['customer.firstname', 'customer.lastname', 'customer.displayName'])
    .select(sql<number>`(count(*) over ())::int`.as('count'))
    .orderBy('happened.at', 'desc')
    .orderBy('job.id')
    .limit(limit)
    .execute();
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map((row) => ({
      jobID: row.id,
      customer: fullnameOf(row),
      startTime: wireTime(row.startsAt),
      at: wireTime(row.at),
    })),
  };
}
