import { type Selectable, sql } from 'kysely';
import type { DB } from '#database/generated.ts';
import type { ChargeWay } from '#features/catalogue/settings/rules/charge-times.ts';
import { holdSlots, releaseSlot, sumJobMinutes } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import {
  holdAfterDecline,
  isHeld as isHeldByRule,
  isHoldOfOffice,
  isHoldOver,
  keptAfterDecline,
  type UnpaidHolds,
} from '../rules/holds.ts';
import { changeOutsideTerms } from '../rules/policy.ts';
import { UNPAID } from '../rules/status.ts';
import { type JobChange, saveUnpublishedChange } from './change-job.ts';
import { findJobs, type JobRow } from './job-rows.ts';
import { giveBackReductions, listPriceOfJob, spendReductions } from './price-changes.ts';
import { type ChangedVisit, publishChanges } from './publish-changes.ts';
import { holdMessageKeys, inOrder } from './visit-messages.ts';

/** Jobs whose holds the cron job ends in one transaction. */
const BATCH = 100;

/** How a hold ends, and the resulting status of its jobs. */
const STATUS_AFTER = {
  paid: 'paid',
  expired: 'expired',
  replaced: 'expired',
  trashed: 'expired',
  cancelled: 'cancelled',
} as const;
export type HoldEnd = keyof typeof STATUS_AFTER;

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** By feature: what follows when the hold of some jobs has ended, in the same transaction. */
    readonly onHoldEnded?: Readonly<
      Record<string, (tx: Tx, jobs: readonly JobRow[], how: HoldEnd) => Promise<void>>
    >;
  }
}

interface NewHold {
  readonly id: string;
  readonly customerID: string;
  readonly heldUntil: Temporal.Instant;
  /** The first hold in the chain of holds that this one replaces, if any. */
  readonly rootID?: string | undefined;
  /** Of a hold without an end: the day by which it is to be paid, and when the saved card is charged. */
  readonly paid?: { readonly dueOn: string; readonly charged: ChargeWay };
}

/** Begins a hold for one job, or for all visits of a series. */
export async function openHold(
  tx: Tx,
  { id, customerID, heldUntil, rootID = id, paid }: NewHold,
): Promise<void> {
  await tx.db
    .insertInto('job_hold')
    .values({
      id,
      rootID,
      customerID,
      beganAt: tx.clock.now().toString(),
      firstExpiresAt: heldUntil.toString(),
      expiresAt: heldUntil.toString(),
      ...paid,
    })
    .execute();
}

interface EndingHold extends JobChange {
  /** Published together with the tasks that follow from the jobs' change. */
  readonly also?: readonly NewTask[];
  /** The jobs are held again in this transaction, so they keep promo codes and hours. */
  readonly keepsReductions?: boolean;
}

/**
 * The only way to end a hold: changes the jobs' status, spends their promo codes and hours of credit if they are paid
 * or returns them otherwise, and records how the hold ended once it contains no more jobs. The jobs' rows were read
 * under their locks and have not changed since; the time of paid jobs is already taken for good, see ensureHeld.
 */
export async function endHold(
  tx: Tx,
  jobs: readonly JobRow[],
  how: HoldEnd,
  { also = [], keepsReductions = false, ...change }: EndingHold = {},
): Promise<JobRow[]> {
  const holdIDs = [...new Set(jobs.flatMap((job) => job.holdID ?? []))];
  // The visits of a series share a hold, and two of them may leave it concurrently. The hold of a single job is locked
  // with it.
  if (jobs.some((job) => job.seriesID !== null)) await lockHolds(tx, holdIDs);
  const visits: ChangedVisit[] = [];
  for (const before of jobs) {
    if (how !== 'paid') await releaseSlot(tx, before.id);
    const price = how === 'paid' || keepsReductions ? {} : listPriceOfJob(before);
    const fields = { ...change.fields, ...price, status: STATUS_AFTER[how] };
    visits.push({ before, after: await saveUnpublishedChange(tx, before, { ...change, fields }) });
  }
  await publishChanges(tx, visits);
  await closeHolds(tx, holdIDs, how);
  if (how === 'paid') await spendReductions(tx, jobs);
  else if (!keepsReductions) await giveBackReductions(tx, jobs);
  const requested = jobs.filter(isHeldByOffice);
  if (requested.length > 0) await tx.outbox.withdraw(tx, holdMessageKeys(requested));
  await tx.outbox.publishAll(tx, also);
  const after = visits.map((visit) => visit.after);
  for (const act of Object.values(tx.composed.onHoldEnded ?? {})) await act(tx, after, how);
  return after;
}

/** Closes the holds of which no job waits for payment any more. */
export async function closeHolds(tx: Tx, holdIDs: readonly string[], how: HoldEnd): Promise<void> {
  if (holdIDs.length === 0) return;
  await tx.db
    .updateTable('job_hold')
    .set({ endedAt: tx.clock.now().toString(), endedHow: how, payingSince: null })
    .where('id', 'in', [...holdIDs])
    .where('endedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job')
            .select('job.id')
            .whereRef('job.holdID', '=', 'job_hold.id')
            .where('job.status', 'in', [...UNPAID]),
        ),
      ),
    )
    .execute();
}

async function lockHolds(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .selectFrom('job_hold')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether the office booked it and it is unpaid: its customer is asked to pay. */
export function isHeldByOffice({ holdBeganAt: began, holdFirstExpiresAt: firstEnd }: JobRow): boolean {
  if (began === null || firstEnd === null) return false;
  return isHoldOfOffice(readDatabaseTime(began), readDatabaseTime(firstEnd));
}

/** True while a pending job's time is held: until its hold expires, or during payment. */
export function isHeld(row: JobRow, now: Temporal.Instant): boolean {
  const { status, holdExpiresAt: until } = row;
  const holdExpiresAt = until === null ? null : readDatabaseTime(until).epochMilliseconds;
  return isHeldByRule({ status, holdExpiresAt, isBeingPaid: isBeingPaid(row) }, now.epochMilliseconds);
}

/**
 * Whether a charge for a held job, or for its series, is in progress; the job must not change until it completes. The
 * row must have been read under its lock.
 */
export function isBeingPaid(row: JobRow): boolean {
  return row.holdPayingSince !== null;
}

/**
 * Marks held jobs as being paid: their time stays taken until the charge completes. The rows are locked and their time
 * already taken for good, see ensureHeld.
 */
export async function startPaying(tx: Tx, jobs: readonly JobRow[]): Promise<void> {
  await tx.db
    .updateTable('job_hold')
    .set({ payingSince: tx.clock.now().toString() })
    .where('id', 'in', [...new Set(jobs.flatMap((job) => job.holdID ?? []))])
    .where('endedAt', 'is', null)
    .where('payingSince', 'is', null)
    .execute();
}

/**
 * After a failed charge, extends the hold a little so that another card can be tried, up to a maximum. The rows are
 * already locked.
 */
export async function stopPaying(tx: Tx, jobs: readonly JobRow[]): Promise<void> {
  await stopPayingLater(tx, jobs);
  const pending = jobs.filter((job) => job.status === 'pending');
  if (pending.length === 0) return;
  const holds = await tx.db
    .selectFrom('job_hold')
    .select(['id', 'customerID', 'beganAt', 'firstExpiresAt', 'expiresAt'])
    .where('id', 'in', holdsOf(pending.map((job) => job.id)))
    .where('endedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const hold of holds) {
    const held = pending.filter((job) => job.holdID === hold.id);
    await releaseUnheld(tx, hold, held);
    await extendHold(
      tx,
      hold,
      held.map((job) => job.id),
    );
  }
}

/** A job that is to be paid later keeps its time for good. */
async function stopPayingLater(tx: Tx, jobs: readonly JobRow[]): Promise<void> {
  const confirmed = jobs.filter((job) => job.status === 'confirmed');
  if (confirmed.length === 0) return;
  await tx.db
    .updateTable('job_hold')
    .set({ payingSince: null })
    .where('id', 'in', holdsOf(confirmed.map((job) => job.id)))
    .where('endedAt', 'is', null)
    .execute();
}

/** A payment takes the time of all visits of a series; if it fails, some of them are released. */
async function releaseUnheld(tx: Tx, hold: HoldRow, jobs: readonly JobRow[]): Promise<void> {
  const [began, firstEnd] = [readDatabaseTime(hold.beganAt), readDatabaseTime(hold.firstExpiresAt)];
  const isOfOffice = isHoldOfOffice(began, firstEnd);
  const visits = inOrder(jobs).map((job) => ({
    id: job.id,
    start: readDatabaseTime(job.startsAt),
    end: readDatabaseTime(job.endsAt),
  }));
  const numCleaners = jobs[0]?.crew.length ?? 0;
  const holds = await findUnpaidHolds(tx, hold.customerID);
  const kept = keptAfterDecline(visits, { isOfOffice, numCleaners, holds });
  for (const { id } of visits.slice(kept.length)) await releaseSlot(tx, id);
}

type HoldRow = Pick<
  Selectable<DB['job_hold']>,
  'id' | 'customerID' | 'beganAt' | 'firstExpiresAt' | 'expiresAt'
>;

async function extendHold(tx: Tx, hold: HoldRow, jobIDs: readonly string[]): Promise<void> {
  const [expiresAt, bookedAt] = [readDatabaseTime(hold.expiresAt), readDatabaseTime(hold.beganAt)];
  const until = holdAfterDecline({ expiresAt, bookedAt }, tx.clock.now());
  await tx.db
    .updateTable('job_hold')
    .set({ payingSince: null, expiresAt: until.toString() })
    .where('id', '=', hold.id)
    .execute();
  await holdSlots(tx, jobIDs, until);
}

function holdsOf(jobIDs: readonly string[]) {
  return sql<string>`(select hold_id from job where id = any(${jobIDs}::uuid[]) and hold_id is not null)`;
}

/** The live hold that a new booking replaces, from the chain of holds. */
export interface ReplacedHold {
  readonly rootID: string;
  /** Its jobs that wait for payment; empty if the hold has ended. */
  readonly jobIDs: readonly string[];
}

/** The hold of this job, or the one that replaced it; null for a job that was never held. */
export async function findReplacedHold(ctx: Context, job: JobRow): Promise<ReplacedHold | null> {
  if (job.holdID === null) return null;
  const { rootID } = await ctx.db
    .selectFrom('job_hold')
    .select('rootID')
    .where('id', '=', job.holdID)
    .executeTakeFirstOrThrow();
  return { rootID, jobIDs: await findHeldJobs(ctx, rootID) };
}

/** The jobs that wait for payment in the live hold of the chain. */
export async function findHeldJobs(ctx: Context, rootID: string): Promise<string[]> {
  const pending = await ctx.db
    .selectFrom('job')
    .innerJoin('job_hold', 'job_hold.id', 'job.holdID')
    .select('job.id')
    .where('job_hold.rootID', '=', rootID)
    .where('job.status', '=', 'pending')
    .orderBy('job.id')
    .execute();
  return pending.map((row) => row.id);
}

/** Ends expired holds whose time is being taken by another booking. */
export async function expireHolds(tx: Tx, jobIDs: readonly string[]): Promise<void> {
  const rows = await expiredJobs(tx).where('job.holdID', 'in', holdsOf(jobIDs)).orderBy('job.id').execute();
  await endExpired(tx, rows);
}

/** Cron job: ends all expired holds. */
export async function expireOverdueHolds(ctx: Context): Promise<void> {
  for (;;) {
    const ended = await inTransaction(ctx, async (tx) => {
      const rows = await expiredJobs(tx).orderBy('job.id').limit(BATCH).execute();
      await endExpired(tx, rows);
      return rows.length;
    });
    if (ended !== BATCH) return;
  }
}

/**
 * Jobs whose hold has expired, locked together with their holds, so that a payment that began meanwhile excludes its
 * job. Rows locked by someone else are skipped: that transaction decides about them.
 */
function expiredJobs(tx: Tx) {
  return tx.db
    .selectFrom('job')
    .innerJoin('job_hold', 'job_hold.id', 'job.holdID')
    .select('job.id')
    .where('job.status', '=', 'pending')
    .where('job_hold.endedAt', 'is', null)
    .where('job_hold.payingSince', 'is', null)
    .where('job_hold.expiresAt', '<=', tx.clock.now().toString())
    .forUpdate(['job', 'job_hold'])
    .skipLocked();
}

async function endExpired(tx: Tx, rows: readonly { readonly id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  await endHold(tx, await findJobs(tx, ids), 'expired');
}

/** Serialises a customer's bookings and payments, so that concurrent requests cannot exceed the limit on holds. */
export async function lockUnpaidHolds(tx: Tx, customerID: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`holds:${customerID}`}, 0))`.execute(tx.db);
}

/** A customer's unpaid holds. */
export async function findUnpaidHolds(ctx: Context, customerID: string): Promise<UnpaidHolds> {
  const now = ctx.clock.now();
  const hourAgo = now.subtract({ hours: 1 });
  const rows = await ctx.db
    .selectFrom('job_hold')
    .select(['id', 'beganAt', 'firstExpiresAt', 'expiresAt', 'payingSince', 'endedAt'])
    .where('customerID', '=', customerID)
    .where('dueOn', 'is', null)
    .where(({ eb, or }) => or([eb('endedAt', 'is', null), eb('beganAt', '>', hourAgo.toString())]))
    .where(({ eb, or }) => or([eb('endedHow', 'is', null), eb('endedHow', '<>', 'paid')]))
    .orderBy('beganAt')
    .execute();
  const live = rows.filter(
    (row) =>
      row.endedAt === null &&
      (row.payingSince !== null ||
        !isHoldOver(readDatabaseTime(row.expiresAt).epochMilliseconds, now.epochMilliseconds)),
  );
  // Holds made by the office last a day and do not count against the customer.
  const isOwn = (row: (typeof rows)[number]) =>
    !isHoldOfOffice(readDatabaseTime(row.beganAt), readDatabaseTime(row.firstExpiresAt));
  const began = rows.filter(isOwn).map((row) => readDatabaseTime(row.beganAt));
  return {
    live: live.length,
    heldMinutes: await sumHeldMinutes(
      ctx,
      live.filter(isOwn).map((row) => row.id),
    ),
    begunInHour: began.filter((at) => Temporal.Instant.compare(at, hourAgo) > 0),
    hasPaid: await hasPaid(ctx, customerID),
  };
}

/**
 * Whether a customer is changing an unpaid later visit of a series that has no time in the diaries yet. A move would
 * take time beyond the limits; the customer can book again with other dates instead.
 */
export async function isUnheldOfCustomer(tx: Tx, jobs: readonly JobRow[]): Promise<boolean> {
  if (may(tx.actor, changeOutsideTerms)) return false;
  for (const job of jobs) {
    if (job.status === 'pending' && (await sumJobMinutes(tx, [job.id])) === 0) return true;
  }
  return false;
}

/** Cleaner-minutes that these holds occupy in the diaries. */
async function sumHeldMinutes(ctx: Context, holdIDs: readonly string[]): Promise<number> {
  if (holdIDs.length === 0) return 0;
  const jobs = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('holdID', 'in', [...holdIDs])
    .where('status', '=', 'pending')
    .execute();
  return sumJobMinutes(
    ctx,
    jobs.map((job) => job.id),
  );
}

/** Whether the customer has paid for a visit, by card or hours, that was not cancelled. */
async function hasPaid(ctx: Context, customerID: string): Promise<boolean> {
  const paid = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('customerID', '=', customerID)
    .where('status', '=', 'paid')
    .where(({ eb, or }) => or([eb('amountToPay', '>', 0), eb('creditsUsed', '>', 0)]))
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}
