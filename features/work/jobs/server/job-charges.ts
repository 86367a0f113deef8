import { type PaymentPurpose, raiseAlarm } from '#features/money/payments/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { ChargeKind } from '../rules/charges.ts';
import { nextCharge } from '../rules/visit-charges.ts';
import { changeLockedJob, lockJobs } from './change-job.ts';
import { findJobs, type JobRow } from './job-rows.ts';
import { chargeDeclined, paymentReceivedMail } from './visit-messages.ts';

interface NewCharge {
  readonly id: string;
  readonly jobID: string;
  readonly kind: ChargeKind;
  readonly note: string;
  readonly cents: Cents;
  /** When the saved card is charged; null: the customer pays another way. */
  readonly chargeAt: Temporal.Instant | null;
}

/** Adds what a visit costs besides its price. It is owed until it is paid or waived. */
export async function insertCharge(tx: Tx, { chargeAt, ...charge }: NewCharge): Promise<void> {
  await tx.db
    .insertInto('job_charge')
    .values({
      ...charge,
      createdBy: idOf(tx.actor),
      createdAt: tx.clock.now().toString(),
      chargeAt: chargeAt?.toString() ?? null,
    })
    .execute();
}

/** What is charged to the saved cards now, due longest first. */
export async function findDueCharges(ctx: Context, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('job_charge')
    .select('id')
    .where('endedAt', 'is', null)
    .where('chargeAt', '<=', ctx.clock.now().toString())
    .orderBy('chargeAt')
    .orderBy('jobID')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** A charge that is owed, and its visit, which is locked. */
export interface OwedCharge {
  readonly id: string;
  readonly kind: ChargeKind;
  readonly note: string;
  readonly cents: Cents;
  readonly declines: number;
  readonly job: JobRow;
}

/** A charge with its visit locked; null if there is none, or it is paid or waived. */
export async function lockCharge(tx: Tx, id: string): Promise<OwedCharge | null> {
  const jobID = await findJobOfCharge(tx, id);
  if (jobID === null) return null;
  const owed = await lockOwed(tx, jobID);
  return owed.find((charge) => charge.id === id) ?? null;
}

export async function findJobOfCharge({ db }: Context, id: string): Promise<string | null> {
  const row = await db.selectFrom('job_charge').select('jobID').where('id', '=', id).executeTakeFirst();
  return row?.jobID ?? null;
}

/** Everything that a visit owes besides its price, with the visit locked. */
export async function lockOwed(tx: Tx, jobID: string): Promise<OwedCharge[]> {
  await lockJobs(tx, [jobID]);
  const [job] = await findJobs(tx, [jobID]);
  const charges = (job?.charges ?? []).filter(({ endedAs }) => endedAs === null);
  return job === undefined ? [] : charges.map((charge) => ({ ...charge, job }));
}

/** The visit is locked. */
export async function payCharges(
  tx: Tx,
  charges: readonly OwedCharge[],
  transactionID: string,
): Promise<void> {
  await endCharges(tx, idsOf(charges), { endedAs: 'paid', transactionID });
  const [first] = charges;
  const amount = charges.reduce((sum, { cents }) => sum + cents, 0);
  if (first) await tx.outbox.publishAll(tx, paymentReceivedMail(tx, [first.job], amount));
}

/** The visit is locked. */
export async function waiveCharge(tx: Tx, charge: OwedCharge, reason: string): Promise<void> {
  await endCharges(tx, [charge.id], { endedAs: 'waived' });
  await changeLockedJob(tx, charge.job, {
    action: 'job.charge-waived',
    reason,
    audited: { before: { charge: charge.cents }, after: { charge: 0 } },
  });
}

const idsOf = (charges: readonly OwedCharge[]) => charges.map(({ id }) => id);

/** Their visits are locked. */
export async function endCharges(
  tx: Tx,
  ids: readonly string[],
  how: { readonly endedAs: 'paid' | 'waived'; readonly transactionID?: string },
): Promise<void> {
  await tx.db
    .updateTable('job_charge')
    .set({ ...how, endedAt: tx.clock.now().toString(), chargeAt: null })
    .where('id', 'in', [...ids])
    .execute();
}

/** The charges that a transaction has paid. */
export async function findChargesPaidBy({ db }: Context, transactionID: string) {
  const rows = await db
    .selectFrom('job_charge')
    .select(['kind', 'note', 'cents'])
    .where('transactionID', '=', transactionID)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows as { kind: ChargeKind; note: string; cents: Cents }[];
}

/** What the payment of a charge carries; its target is the charge. */
export interface ChargeToPay {
  readonly jobID: string;
  /** The ledger account of the income: `revenue:regular`. */
  readonly income: string;
  /** Charged because it was due, not because somebody asked. */
  readonly isAutomatic: boolean;
}

const toPayOf = ({ priceSnapshot }: { readonly priceSnapshot: unknown }) => priceSnapshot as ChargeToPay;

/** Applies the outcome of the payment of a charge. */
export const chargePayment: PaymentPurpose = {
  allocations: (attempt) => [{ jobID: toPayOf(attempt).jobID, cents: attempt.amount }],
  income: (attempt) => toPayOf(attempt).income,

  async lock(tx, attempt) {
    await lockJobs(tx, [toPayOf(attempt).jobID]);
  },

  async succeeded(tx, attempt, transactionID) {
    const charge = await lockCharge(tx, attempt.targetID);
    if (charge !== null) return payCharges(tx, [charge], transactionID);
    await raiseAlarm(tx, {
      kind: 'unwanted_payment',
      why: 'This charge for a visit was paid or waived before.',
      attemptID: attempt.id,
      transactionID,
      customerID: attempt.customerID,
      paymentIntentID: attempt.paymentIntentID,
      cents: attempt.amount,
      jobs: [{ jobID: toPayOf(attempt).jobID, cents: attempt.amount }],
    });
  },

  async failed(tx, attempt) {
    if (attempt.status !== 'failed' || !toPayOf(attempt).isAutomatic) return;
    const charge = await lockCharge(tx, attempt.targetID);
    if (charge !== null) await chargeOfVisitDeclined(tx, charge, attempt.failureCode ?? '');
  },
};

/** The saved card was declined: plans the next charge, and sends the customer the link to pay another way. */
export async function chargeOfVisitDeclined(
  tx: Tx,
  { id, declines, cents, job }: OwedCharge,
  code: string,
): Promise<void> {
  const again = nextCharge(declines + 1, code, tx.clock.now());
  await tx.db
    .updateTable('job_charge')
    .set({ declines: declines + 1, chargeAt: again?.toString() ?? null })
    .where('id', '=', id)
    .execute();
  await tx.outbox.publishAll(tx, chargeDeclined(tx, job, again, cents));
}
