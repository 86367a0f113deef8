import type { ChargeTime, ChargeWay } from '#features/catalogue/settings/rules/charge-times.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { type ChargeKind, chargeName } from '../rules/charges.ts';
import { holdUntil } from '../rules/holds.ts';
import { dueStarts, nextCharge } from '../rules/visit-charges.ts';
import { saveUnpublishedChange } from './change-job.ts';
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
      .set({ mandate, agreedAt: now.toString(), charged })
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
        // Nothing is left to bill.
        row.and([row('job_hold.charged', '=', 'invoice'), isDone, row('job.amountToPay', '=', 0)]),
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
    .updateTable('job_charge')
    .set({ declines: 0, chargeAt: now })
    .where('endedAt', 'is', null)
    .where('declines', '>', 0)
    .where('jobID', 'in', (of) => of.selectFrom('job').select('id').where('customerID', '=', customerID))
    .execute();
}

/** A visit, or what it owes besides its price, that goes on the customer's next invoice. */
export interface Unbilled {
  readonly jobID: string;
  readonly customerID: string;
  readonly kind: 'visit' | 'charge';
  /** Of charges: what for, `Late cancellation fee`. */
  readonly name: string;
  readonly chargeIDs: readonly string[];
  readonly cents: Cents;
}

/** What is not on an invoice yet, of one customer or all: visits that are done and began before, and charges until then. */
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
  const charges = await ofInvoices
    .innerJoin('job_charge', 'job_charge.jobID', 'job.id')
    .select(['job.id as jobID', 'job.customerID', 'job_charge.id', 'job_charge.kind'])
    .select(['job_charge.note', 'job_charge.cents'])
    .where('job_charge.endedAt', 'is', null)
    .where('job_charge.chargeAt', 'is', null)
    .where('job_charge.createdAt', '<', end)
    .execute();
  // One line for each visit: what it owes is paid together.
  const owed = [...Map.groupBy(charges, ({ jobID }) => jobID).values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const names = all.map(({ kind, note }) => chargeName(kind as ChargeKind, note));
    const cents = all.reduce((sum, charge) => sum + charge.cents, 0);
    const { jobID, customerID } = first;
    const chargeIDs = all.map(({ id }) => id);
    return [{ jobID, customerID, kind: 'charge' as const, name: names.join(', '), chargeIDs, cents }];
  });
  return [...visits.map((row) => ({ ...row, name: '', chargeIDs: [], kind: 'visit' as const })), ...owed];
}
