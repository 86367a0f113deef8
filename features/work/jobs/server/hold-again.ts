import { lockCleaners } from '#features/people/cleaners/server/index.ts';
import { whyNotBookable } from '#features/work/schedule/rules/opening.ts';
import {
  holdSlots,
  loadOpening,
  readTimeSettings,
  slotConstraints,
  takeSlots,
  type VisitToTake,
} from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { atSavepoint } from '#platform/server/database/transaction.ts';
import { holdUntil, MAX_LIVE_HOLDS, secondsUntilNextHold, visitsToHold } from '../rules/holds.ts';
import { openingOfJob } from '../rules/job-opening.ts';
import { changeOutsideTerms } from '../rules/policy.ts';
import { changeJob } from './change-job.ts';
import {
  endHold,
  expireHolds,
  findUnpaidHolds,
  isBeingPaid,
  isHeld,
  lockUnpaidHolds,
  openHold,
} from './holds.ts';
import { findJobs, type JobRow } from './job-rows.ts';
import { giveBackReductions, listPriceOfJob } from './price-changes.ts';
import { requirementsOf } from './save-crew.ts';
import { inOrder } from './visit-messages.ts';

const holdExpired = refuse('hold_expired');

type NotHeld = Refusal<'hold_expired' | 'later_dates_taken'>;

/**
 * Ensures that jobs about to be paid are held, all of them or none, and takes their time for good. An expired hold is
 * renewed if the time is still available and the crew free. For a series, the visits after the first weeks are taken
 * here for the first time; refused with `later_dates_taken` if one of their crews has been booked by someone else. The
 * limits on unpaid holds apply to a customer who renews an expired hold. The jobs' rows were read under their locks.
 *
 * @returns the jobs as they are now.
 */
export async function ensureHeld(tx: Tx, rows: readonly JobRow[]): Promise<readonly JobRow[] | NotHeld> {
  if (rows.every(isConfirmed)) return rows;
  const now = tx.clock.now();
  if (!rows.every((row) => isHeld(row, now)) && !(await mayHoldAgain(tx, rows))) return holdExpired;
  const held = await holdOrExpire(tx, rows);
  if (isRefusal(held) && held.refusal === 'hold_expired') await giveBack(tx, rows);
  return held;
}

/** A confirmed job has its time for good. Bookings are only confirmed as a whole. */
function isConfirmed(row: JobRow): boolean {
  return row.status === 'confirmed';
}

/**
 * As ensureHeld, but jobs that cannot be held again are set to expired; they keep their promo codes and hours for now.
 */
async function holdOrExpire(tx: Tx, rows: readonly JobRow[]): Promise<readonly JobRow[] | NotHeld> {
  const now = tx.clock.now();
  if (rows.every((row) => isHeld(row, now))) {
    const missing = await keepSlots(tx, rows);
    if (missing.length === 0) return rows;
    // A single visit is always held as a whole, so its hold has expired since it was read.
    if (rows.length > 1) {
      const taken = await takeForCrews(tx, missing);
      return isRefusal(taken) ? refuse('later_dates_taken') : rows;
    }
  }
  const pending = rows.filter((row) => row.status === 'pending');
  if (pending.length > 0) await endHold(tx, pending, 'expired', { keepsReductions: true });
  return holdAgain(tx, rows);
}

/**
 * Whether an expired hold may be renewed for payment. Not if another booking has replaced it; and the customer's limits
 * for new bookings apply.
 */
async function mayHoldAgain(tx: Tx, rows: readonly JobRow[]): Promise<boolean> {
  const [first] = rows;
  if (first === undefined || (await isReplaced(tx, rows))) return false;
  if (may(tx.actor, changeOutsideTerms)) return true;
  await lockUnpaidHolds(tx, first.customerID);
  const holds = await findUnpaidHolds(tx, first.customerID);
  const visits = inOrder(rows).map(({ startsAt, endsAt }) => ({
    start: readDatabaseTime(startsAt),
    end: readDatabaseTime(endsAt),
  }));
  return (
    holds.live < MAX_LIVE_HOLDS &&
    secondsUntilNextHold(holds.begunInHour, tx.clock.now()) === 0 &&
    visitsToHold(visits, { numCleaners: first.crew.length, holds }).length > 0
  );
}

async function isReplaced(tx: Tx, rows: readonly JobRow[]): Promise<boolean> {
  const ids = rows.flatMap((row) => row.holdID ?? []);
  if (ids.length === 0) return false;
  const replaced = await tx.db
    .selectFrom('job_hold')
    .select('id')
    .where('id', 'in', ids)
    .where('endedHow', '=', 'replaced')
    .limit(1)
    .executeTakeFirst();
  return replaced !== undefined;
}

async function giveBack(tx: Tx, expired: readonly JobRow[]): Promise<void> {
  for (const job of expired) {
    const fields = listPriceOfJob(job);
    if (Object.keys(fields).length > 0) await changeJob(tx, job.id, { fields });
  }
  await giveBackReductions(tx, expired);
}

/**
 * As ensureHeld, but if not all of the jobs can be held, holds each one that can be, because they have been paid for,
 * and expires the others. Returns the held ones.
 */
export async function ensureEachHeld(tx: Tx, rows: readonly JobRow[]): Promise<JobRow[]> {
  if (rows.every(isConfirmed)) return [...rows];
  const together = await holdOrExpire(tx, rows);
  if (!isRefusal(together)) return [...together];
  const ids = rows.map((row) => row.id);
  const crews = rows.flatMap((row) => row.crew.map((member) => member.id));
  await lockCleaners(tx, [...new Set(crews)]); // all at once, in the global lock order
  const held: JobRow[] = [];
  for (const row of await findJobs(tx, ids)) {
    const alone = await holdOrExpire(tx, [row]);
    if (isRefusal(alone)) await giveBack(tx, [row]);
    else held.push(...alone);
  }
  return held;
}

/**
 * Takes the time of these jobs for good: nobody else can take it, even if the hold expires meanwhile. During a charge
 * it is already taken (startPaying), and only the outcome of the charge can free it.
 *
 * @returns the jobs whose time is not available for the whole crew.
 */
async function keepSlots(tx: Tx, rows: readonly JobRow[]): Promise<JobRow[]> {
  const unpaid = rows.filter((row) => !isBeingPaid(row));
  if (unpaid.length === 0) return [];
  const slots = await holdSlots(
    tx,
    unpaid.map((row) => row.id),
    null,
  );
  return unpaid.filter((row) => (slots.get(row.id) ?? 0) < row.crew.length);
}

/** Takes the time of these jobs for their current crews, for good. A refusal does not undo earlier changes. */
async function takeForCrews(tx: Tx, rows: readonly JobRow[]) {
  const visits: VisitToTake[] = [];
  for (const row of rows) visits.push(await visitAgain(tx, row));
  const slots = { visits, heldUntil: null, onExpired: expireHolds };
  return atSavepoint(tx, () => takeSlots(tx, slots), slotConstraints);
}

/**
 * Takes the same crew and time again for jobs whose hold has expired, all or none, by the rules of a new booking: lead
 * time, horizon and holidays apply to a late payment too. The jobs' rows are already locked.
 */
async function holdAgain(
  tx: Tx,
  rows: readonly JobRow[],
): Promise<readonly JobRow[] | Refusal<'hold_expired'>> {
  const [first] = rows;
  if (first === undefined) return rows;
  if (!(await areBookable(tx, rows))) return holdExpired;
  if (isRefusal(await takeForCrews(tx, rows))) return holdExpired;
  const holdID = tx.newID();
  await openHold(tx, { id: holdID, customerID: first.customerID, heldUntil: holdUntil(tx.clock.now()) });
  const change = { fields: { status: 'pending', holdID }, action: 'job.held' };
  const held: JobRow[] = [];
  for (const row of rows) held.push(await changeJob(tx, row.id, change));
  return held;
}

/** The visit with the crew and time in its row. Soft rules are not checked again because the crew was agreed. */
export async function visitAgain(tx: Tx, row: JobRow): Promise<VisitToTake> {
  return {
    jobID: row.id,
    customerID: row.customerID,
    start: readDatabaseTime(row.startsAt),
    need: await requirementsOf(tx, row),
    named: row.crew.map((member) => member.id),
    overridesSoftRules: true,
  };
}

async function areBookable(tx: Tx, rows: readonly JobRow[]): Promise<boolean> {
  const starts = rows.map((row) => readDatabaseTime(row.startsAt)).sort(Temporal.Instant.compare);
  const [from, until] = [starts[0], starts.at(-1)];
  if (from === undefined || until === undefined) return false;
  const opening = await loadOpening(tx, { from, until }, await readTimeSettings(tx));
  return rows.every((row) => {
    const start = readDatabaseTime(row.startsAt);
    const minutes = readDatabaseTime(row.endsAt).since(start).total('minutes');
    const own = openingOfJob(opening, { isOfSeries: row.seriesID !== null });
    return whyNotBookable(start, minutes, own) === null;
  });
}
