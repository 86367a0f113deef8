import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DB } from '#database/generated.ts';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import { publishChange } from '#platform/server/changes.ts';
import type { Tx } from '#platform/server/context.ts';
import type { CancellationTerms } from '../contract/shapes.ts';
import type { Quote } from '../rules/quote.ts';
import { isUnpaid } from '../rules/status.ts';
import { addressLine, customerName, findJobs, type JobRow } from './job-rows.ts';
import { type ChangedVisit, publishChanges } from './publish-changes.ts';
import { type CrewClock, saveClock, saveCrew } from './save-crew.ts';
import { holdMessageKeys } from './visit-messages.ts';

type OwnColumns = 'id' | 'version' | 'createdAt' | 'updatedAt';
export type JobFields = Omit<Updateable<DB['job']>, OwnColumns>;
type NewJob = Omit<Insertable<DB['job']>, 'version' | 'createdAt' | 'updatedAt'>;

type NewSeries = Omit<Insertable<DB['job_series']>, 'createdAt'>;

/** What each visit that is added to a series is: `job_series.visit`. */
export interface SeriesVisit {
  readonly label: string;
  readonly packageID: string;
  readonly packageLabel: string;
  readonly jobType: JobType;
  readonly cleanerType: 'any' | 'preferred';
  readonly hours: number;
  readonly breakHours: number;
  readonly numCleaners: number;
  readonly requireCleaningSupplies: boolean;
  readonly policy: CancellationTerms;
  /** The list price. */
  readonly price: Quote;
}

export interface JobChange {
  readonly fields?: JobFields;
  /** The whole crew, in order. */
  readonly crew?: readonly string[];
  readonly clock?: CrewClock;
  /** The audit action; by default derived from the status, otherwise `job.updated`. */
  readonly action?: string;
  readonly reason?: string;
  /** For the audit entry, beside the fields of the job: what was changed of a cleaner who was replaced. */
  readonly audited?: { readonly before: Audited; readonly after: Audited };
  /** False: the customer is not notified of a change of cleaner. */
  readonly tellsCustomerOfCrew?: boolean | undefined;
}

/** Locks a job's row, which serialises all changes to the job. Read the job again afterwards. */
export async function lockJob(tx: Tx, id: string): Promise<void> {
  await tx.db.selectFrom('job').select('id').where('id', '=', id).forUpdate().execute();
}

/**
 * Locks several jobs' rows in id order and returns their versions. A version that differs from the one seen before
 * means that the job has changed.
 */
export async function lockJobs(tx: Tx, ids: readonly string[]): Promise<{ id: string; version: number }[]> {
  if (ids.length === 0) return [];
  return tx.db
    .selectFrom('job')
    .select(['id', 'version'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    /**
     * Hooks of higher-level features for a job that goes ahead, run in the transaction that pays for it or
     * confirms it for later payment.
     */
    readonly onGoingAhead?: { readonly [feature: string]: (tx: Tx, job: JobRow) => Promise<void> };
  }
}

/** Runs the hooks of higher-level features when a job goes ahead. */
export async function prepareVisit(tx: Tx, job: JobRow): Promise<void> {
  for (const prepare of Object.values(tx.composed.onGoingAhead ?? {})) await prepare(tx, job);
}

/** Inserts a new series; its jobs are inserted afterwards. */
export async function addSeries(tx: Tx, series: NewSeries): Promise<void> {
  await tx.db
    .insertInto('job_series')
    .values({ ...series, createdAt: tx.clock.now().toString() })
    .execute();
}

/** Inserts new jobs; their crews are inserted once they are found. */
export async function addJobs(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  const now = tx.clock.now().toString();
  await tx.db
    .insertInto('job')
    .values(jobs.map((job) => ({ ...job, createdAt: now, updatedAt: now })))
    .execute();
  for (const { id } of jobs)
    await publishChange(tx, { action: 'job.added', subject: { kind: 'job', id }, fields: [] });
}

/**
 * The only way to change a job: locks it, applies the change, increments its version, writes the audit entry, and
 * publishes the notifications for crew, customer and calendar. The caller decides whether the change is allowed, on the
 * row as read under the lock.
 */
export async function changeJob(tx: Tx, jobID: string, change: JobChange): Promise<JobRow> {
  await lockJob(tx, jobID);
  return changeLockedJob(tx, await rowOf(tx, jobID), change);
}

/** As changeJob, for a job that was read under its lock and has not changed since. */
export async function changeLockedJob(tx: Tx, before: JobRow, change: JobChange): Promise<JobRow> {
  const after = await saveUnpublishedChange(tx, before, change);
  await publishChanges(tx, [{ before, after, tellsCustomerOfCrew: change.tellsCustomerOfCrew }]);
  return after;
}

/** As changeLockedJob, but the caller publishes the changes of all its jobs together (publishChanges). */
export async function saveUnpublishedChange(tx: Tx, before: JobRow, change: JobChange): Promise<JobRow> {
  const own = await tx.db
    .updateTable('job')
    .set({ ...change.fields, version: sql`version + 1`, updatedAt: tx.clock.now().toString() })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (change.crew !== undefined) await saveCrew(tx, before, change.crew);
  if (change.clock !== undefined) await saveClock(tx, before.id, change.clock);
  const job = showsOnlyItself(change) ? withColumns(before, own) : await rowOf(tx, before.id);
  await auditJob(tx, { before, after: job, change });
  return job;
}

/** Whether the change leaves the joined data of a row (crew, customer, package, a new hold) unchanged. */
function showsOnlyItself({ crew, clock, fields = {} }: JobChange): boolean {
  const isOfOthers = ['customerID', 'packageID', 'holdID'].some((column) => column in fields);
  return crew === undefined && clock === undefined && !isOfOthers && !isUnpaid(fields.status ?? '');
}

const NO_HOLD = {
  holdBeganAt: null,
  holdFirstExpiresAt: null,
  holdExpiresAt: null,
  holdPayingSince: null,
  holdDueOn: null,
  holdCharged: null,
  holdChargeDeclines: null,
  holdChargeAgainAt: null,
};

/** The row with these columns. The hold of a job that no longer waits for payment is hidden. */
function withColumns(row: JobRow, own: Selectable<DB['job']>): JobRow {
  const hold = isUnpaid(own.status) ? {} : NO_HOLD;
  return { ...row, ...(own as Partial<JobRow>), ...hold };
}

async function rowOf(tx: Tx, id: string): Promise<JobRow> {
  const [row] = await findJobs(tx, [id]);
  if (row === undefined) throw new Error(`Job ${id} not found`);
  return row;
}

interface Changed {
  readonly before: JobRow;
  readonly after: JobRow;
  readonly change: JobChange;
}

/** Audits only the fields that differ. A change without an action that changes nothing leaves no entry. */
async function auditJob(tx: Tx, { before, after, change }: Changed): Promise<void> {
  const [was, is] = [auditedOf(before), auditedOf(after)];
  const names = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  if (names.length === 0 && change.action === undefined) return noChange(tx);
  const only = (record: Audited) => Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
  await audit(tx, {
    action: change.action ?? (before.status === after.status ? 'job.updated' : `job.${after.status}`),
    subject: { kind: 'job', id: after.id },
    before: { ...only(was), ...change.audited?.before },
    after: { ...only(is), ...change.audited?.after },
    ...(change.reason === undefined ? {} : { reason: change.reason }),
  });
}

type Audited = Readonly<Record<string, unknown>>;

function auditedOf(row: JobRow): Audited {
  return {
    status: row.status,
    startTime: row.startsAt,
    endTime: row.endsAt,
    crew: row.crew.map((member) => member.id),
    clocks: clocksOf(row),
    address: addressLine(row),
    package: row.packageLabel,
    customer: customerName(row),
    hours: row.hours,
    numCleaners: row.numCleaners,
    cleanerType: row.cleanerType,
    requireCleaningSupplies: row.requireCleaningSupplies,
    label: row.label,
    specialRequests: row.specialRequests,
    contactDetails: row.contactDetails,
    amountToPay: row.amountToPay,
    creditsUsed: row.creditsUsed,
    confirmedAt: row.confirmedAt,
    dueOn: row.holdDueOn,
    comment: row.checklistComment,
    came: row.came,
    review: row.review,
    reviewStarts: row.reviewStars,
    reviewDecision: row.reviewDecision,
    trashedAt: row.trashedAt,
  };
}

/** By cleaner, for those who have clocked in. */
function clocksOf({ crew }: JobRow): Audited {
  const working = crew.filter((member) => member.startedAt !== null);
  return Object.fromEntries(working.map(({ id, startedAt, finishedAt }) => [id, { startedAt, finishedAt }]));
}

/**
 * Confirms jobs that are to be paid later: their hold no longer expires, and it keeps promo code and hours until they
 * are paid. Jobs that are already confirmed get the new due date. Their rows were read under their locks, and their
 * time has already been taken for good: see ensureHeld.
 *
 * @param dueOn the due date in business time.
 */
export async function confirmJobs(tx: Tx, jobs: readonly JobRow[], dueOn: string): Promise<JobRow[]> {
  const wasHeld = jobs.some((job) => job.status === 'pending');
  await tx.db
    .updateTable('job_hold')
    // A customer who may pay until a day is not charged before.
    .set({ dueOn, charged: null, chargeDeclines: 0, chargeAgainAt: null })
    .where('id', 'in', [...new Set(jobs.flatMap((job) => job.holdID ?? []))])
    .execute();
  const confirmed = wasHeld ? { confirmedAt: tx.clock.now().toString(), confirmedBy: idOf(tx.actor) } : {};
  const fields = { status: 'confirmed', ...confirmed };
  const visits: ChangedVisit[] = [];
  for (const before of jobs) {
    const after = await saveUnpublishedChange(tx, before, { fields, action: 'job.pay-later' });
    visits.push({ before, after });
  }
  await tx.outbox.withdraw(tx, holdMessageKeys(jobs));
  await publishChanges(tx, visits);
  return visits.map(({ after }) => after);
}
