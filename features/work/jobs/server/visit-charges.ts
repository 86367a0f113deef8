import type { ChargeTime, ChargeWay } from '#features/catalogue/settings/rules/charge-times.ts';
import { type PaymentPurpose, raiseAlarm } from '#features/money/payments/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { holdUntil } from '../rules/holds.ts';
import { dueStarts, nextCharge } from '../rules/visit-charges.ts';
import { lockJobs, saveUnpublishedChange } from './change-job.ts';
import { closeHolds, openHold } from './holds.ts';
import type { JobRow } from './job-rows.ts';
import { type ChangedVisit, publishChanges } from './publish-changes.ts';
import { chargeDeclined, holdMessageKeys } from './visit-messages.ts';

/**
 * Confirms visits, each to be paid by the saved card at its time or on an invoice: each gets a hold of its own. Their
 * rows were read under their locks, and their time has already been taken for good: see ensureHeld.
 * @param mandate what the customer of a series agreed to
 */
export async function confirmEach(
  tx: Tx,
  jobs: readonly JobRow[],
  { charged, mandate }: { readonly charged: ChargeWay; readonly mandate: string },
): Promise<JobRow[]> {
  const now = tx.clock.now();
  const visits: ChangedVisit[] = [];
  for (const before of jobs) {
    const holdID = tx.newID();
    const dueOn = String(dayOf(readDatabaseTime(before.endsAt), tx.config.BUSINESS_TZ));
    await openHold(tx, {
      id: holdID,
      customerID: before.customerID,
      heldUntil: holdUntil(now),
      paid: { dueOn, charged },
    });
    const fields = { status: 'confirmed', holdID, confirmedAt: now.toString(), confirmedBy: idOf(tx.actor) };
    const action = charged === 'invoice' ? 'job.pay-by-invoice' : 'job.pay-each';
    const after = await saveUnpublishedChange(tx, before, { fields, action });
    visits.push({ before, after });
  }
  await closeHolds(tx, [...new Set(jobs.flatMap((job) => job.holdID ?? []))], 'replaced');
  const seriesIDs = [...new Set(jobs.flatMap((job) => job.seriesID ?? []))];
  if (seriesIDs.length > 0) {
    await tx.db
      .updateTable('job_series')
      .set({ mandate, agreedAt: now.toString() })
      .where('id', 'in', seriesIDs)
      .execute();
  }
  await tx.outbox.withdraw(tx, holdMessageKeys(jobs));
  await publishChanges(tx, visits);
  return visits.map(({ after }) => after);
}

/** A visit that is due, as it was when it was found to be. */
export interface DueVisit {
  readonly id: string;
  readonly version: number;
}

/** The visits to charge to the saved card now, those due longest first: isDue, as SQL. */
export function findDueVisits({ db, clock, config }: Context, limit: number): Promise<DueVisit[]> {
  const now = clock.now().toString();
  const before = dueStarts(clock.now(), config.BUSINESS_TZ);
  return db
    .selectFrom('job')
    .innerJoin('job_hold', 'job_hold.id', 'job.holdID')
    .select(['job.id', 'job.version'])
    .where('job.status', '=', 'confirmed')
    .where('job.trashedAt', 'is', null)
    .where('job_hold.endedAt', 'is', null)
    .where('job_hold.payingSince', 'is', null)
    .where((row) =>
      row.or([row('job_hold.chargeDeclines', '=', 0), row('job_hold.chargeAgainAt', '<=', now)]),
    )
    .where((row) => {
      const isDone = row('job.stage', '=', 'done');
      const charged = (when: ChargeTime) => row('job_hold.charged', '=', when);
      return row.or([
        row.and([
          charged('evening-before'),
          row('job.startsAt', '<', before['evening-before'].toString()),
          row.or([row('job.startsAt', '>', now), isDone]), // nobody may have come
        ]),
        row.and([charged('after-visit'), isDone]),
        row.and([charged('weekly'), isDone, row('job.startsAt', '<', before.weekly.toString())]),
      ]);
    })
    .orderBy('job.startsAt')
    .orderBy('job.id')
    .limit(limit)
    .execute();
}

/**
 * The charge of a visit was declined: plans the next one, and sends the customer the link to pay another way. The job's
 * row was read under its lock.
 */
export async function chargeWasDeclined(tx: Tx, job: JobRow, code: string): Promise<void> {
  if (job.status !== 'confirmed' || job.holdCharged === null) return;
  const now = tx.clock.now();
  const declines = (job.holdChargeDeclines ?? 0) + 1;
  const again = nextCharge(declines, code, now);
  const dueOn = String(dayOf(now, tx.config.BUSINESS_TZ));
  await tx.db
    .updateTable('job_hold')
    .set({ chargeDeclines: declines, chargeAgainAt: again?.toString() ?? null, dueOn })
    .where('id', '=', job.holdID)
    .execute();
  await tx.outbox.publishAll(tx, chargeDeclined(tx, job, again));
}

/** A customer has saved another card: what the former one did not pay is charged to it, as if for the first time. */
export async function chargeNewCard(tx: Tx, customerID: string): Promise<void> {
  const now = tx.clock.now().toString();
  await tx.db
    .updateTable('job_hold')
    .set({ chargeDeclines: 0, chargeAgainAt: null })
    .where('customerID', '=', customerID)
    .where('endedAt', 'is', null)
    .where('charged', 'is not', null)
    .where('chargeDeclines', '>', 0)
    .execute();
  await tx.db
    .updateTable('job_cancellation')
    .set({ feeDeclines: 0, feeChargeAt: now })
    .where('feeOwed', '>', 0)
    .where('jobID', 'in', (of) =>
      of
        .selectFrom('job')
        .innerJoin('job_hold', 'job_hold.id', 'job.holdID')
        .select('job.id')
        .where('job.customerID', '=', customerID)
        .where('job_hold.charged', '<>', 'invoice'),
    )
    .execute();
}

/** The cancelled visits whose fee is charged to the saved card now. */
export async function findDueFees(ctx: Context, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('job_cancellation')
    .select('jobID')
    .where('feeOwed', '>', 0)
    .where('feeChargeAt', '<=', ctx.clock.now().toString())
    .orderBy('feeChargeAt')
    .orderBy('jobID')
    .limit(limit)
    .execute();
  return rows.map(({ jobID }) => jobID);
}

/** What the fee of a cancelled visit owes, with its job locked; 0 if it is paid or no longer owed. */
export async function lockFee(tx: Tx, jobID: string): Promise<Cents> {
  await lockJobs(tx, [jobID]);
  const row = await tx.db
    .selectFrom('job_cancellation')
    .select('feeOwed')
    .where('jobID', '=', jobID)
    .executeTakeFirst();
  return row?.feeOwed ?? 0;
}

/** What a charge of a fee carries; its target is the visit. */
export interface FeeOf {
  /** The ledger account of the income: `revenue:regular`. */
  readonly income: string;
}

/** Applies the outcome of charging the fee of a late cancellation. */
export const feePayment: PaymentPurpose = {
  allocations: (attempt) => [{ jobID: attempt.targetID, cents: attempt.amount }],
  income: (attempt) => (attempt.priceSnapshot as FeeOf).income,

  async lock(tx, attempt) {
    await lockJobs(tx, [attempt.targetID]);
  },

  async succeeded(tx, attempt, transactionID) {
    if ((await lockFee(tx, attempt.targetID)) > 0) return closeFee(tx, attempt.targetID);
    await raiseAlarm(tx, {
      kind: 'unwanted_payment',
      why: 'The fee of this late cancellation was paid before.',
      attemptID: attempt.id,
      transactionID,
      customerID: attempt.customerID,
      paymentIntentID: attempt.paymentIntentID,
      cents: attempt.amount,
      jobs: [{ jobID: attempt.targetID, cents: attempt.amount }],
    });
  },

  async failed(tx, attempt) {
    if (attempt.status === 'failed') await feeWasDeclined(tx, attempt.targetID, attempt.failureCode ?? '');
  },
};

/** The charge of a fee was declined: plans the next one. */
export async function feeWasDeclined(tx: Tx, jobID: string, code: string): Promise<void> {
  await lockJobs(tx, [jobID]);
  const row = await tx.db
    .selectFrom('job_cancellation')
    .select(['feeDeclines', 'feeOwed'])
    .where('jobID', '=', jobID)
    .executeTakeFirst();
  if (row === undefined || row.feeOwed === 0) return;
  const feeDeclines = row.feeDeclines + 1;
  const again = nextCharge(feeDeclines, code, tx.clock.now());
  await updateFee(tx, jobID, { feeDeclines, feeChargeAt: again?.toString() ?? null });
}

/** The fee has been paid, or is on an invoice. Its job is locked. */
export function closeFee(tx: Tx, jobID: string): Promise<void> {
  return updateFee(tx, jobID, { feeOwed: 0, feeChargeAt: null });
}

interface FeeChange {
  readonly feeOwed?: Cents;
  readonly feeDeclines?: number;
  readonly feeChargeAt: string | null;
}

async function updateFee(tx: Tx, jobID: string, change: FeeChange): Promise<void> {
  await tx.db.updateTable('job_cancellation').set(change).where('jobID', '=', jobID).execute();
}

/** A visit, or the fee of a late cancellation, that goes on the customer's next invoice. */
export interface Unbilled {
  readonly jobID: string;
  readonly customerID: string;
  readonly kind: 'visit' | 'fee';
  readonly cents: Cents;
}

/** What is not on an invoice yet, of one customer or all: visits that are done and began before, and fees until then. */
export async function findUnbilled(
  { db }: Context,
  { before, customerID }: { readonly before: Temporal.Instant; readonly customerID?: string | undefined },
): Promise<Unbilled[]> {
  const end = before.toString();
  const ofInvoices = db
    .selectFrom('job')
    .innerJoin('job_hold', 'job_hold.id', 'job.holdID')
    .where('job_hold.charged', '=', 'invoice')
    .$if(customerID !== undefined, (jobs) => jobs.where('job.customerID', '=', String(customerID)))
    .orderBy('job.startsAt')
    .orderBy('job.id');
  const visits = await ofInvoices
    .select(['job.id as jobID', 'job.customerID', 'job.amountToPay as cents'])
    .where('job.status', '=', 'confirmed')
    .where('job.stage', '=', 'done')
    .where('job.trashedAt', 'is', null)
    .where('job_hold.endedAt', 'is', null)
    .where('job_hold.payingSince', 'is', null)
    .where('job.amountToPay', '>', 0)
    .where('job.startsAt', '<', end)
    .execute();
  const fees = await ofInvoices
    .innerJoin('job_cancellation', 'job_cancellation.jobID', 'job.id')
    .select(['job.id as jobID', 'job.customerID', 'job_cancellation.feeOwed as cents'])
    .where('job_cancellation.feeOwed', '>', 0)
    .where('job_cancellation.createdAt', '<', end)
    .execute();
  return [
    ...visits.map((row) => ({ ...row, kind: 'visit' as const })),
    ...fees.map((row) => ({ ...row, kind: 'fee' as const })),
  ];
}
