import { mandateOf } from '#features/catalogue/settings/rules/charge-times.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { chargeAttempt } from '#features/money/payments/server/index.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { isDue } from '#features/work/jobs/rules/visit-charges.ts';
import {
  chargeWasDeclined,
  confirmEach,
  type DueVisit,
  ensureHeld,
  findDueCharges,
  findDueVisits,
  findJobs,
  findVisibleJob,
  isBeingPaid,
  type JobRow,
  prepareVisit,
  toBookingReply,
} from '#features/work/jobs/server/index.ts';
import type { Anyone } from '#platform/kernel/actor.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { recoverEach } from '#platform/server/recover-each.ts';
import { whyNotPayable } from '../rules/payable.ts';
import { takePayment } from '../rules/policy.ts';
import { type BookingToPay, bookingOf, idsOf, lockBooking, toBooking } from './booking-to-pay.ts';
import { chargeSavedCard } from './charge-for-visit.ts';
import { holdExpired, reserveBooking } from './commit-job.ts';

type NotConfirmed = Refusal<
  | 'not_found'
  | 'hold_expired'
  | 'later_dates_taken'
  | 'not_payable'
  | 'not_offered'
  | 'no_stored_card'
  | 'payment_in_progress'
  | 'unavailable'
>;

/** Confirms a held series: the saved card pays for each visit at the time that the business has set. */
export async function payEachVisit(ctx: Context, jobID: string): Promise<Job | NotConfirmed> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const seen = await bookingOf(ctx, job);
  const confirmed = await inTransaction(ctx, (tx) => confirm(tx, seen));
  const isGone = isRefusal(confirmed) && confirmed.refusal === 'hold_expired';
  return isGone ? holdExpired(ctx, seen.first) : confirmed;
}

async function confirm(tx: Tx, seen: BookingToPay): Promise<Job | NotConfirmed> {
  const { jobs, first } = await lockBooking(tx, idsOf(seen));
  if (jobs.every((job) => job.holdCharged !== null)) return toBookingReply(tx, jobs);
  const { visitCharge, businessName } = await readSettings(tx, ['visitCharge', 'businessName']);
  if (visitCharge === 'off' || first.seriesID === null) return refuse('not_offered');
  if (whyNotPayable(jobs) !== null || first.status === 'confirmed') return refuse('not_payable');
  if (jobs.some((job) => job.amountToPay < SMALLEST_CHARGE)) return refuse('not_offered');
  if (jobs.some(isBeingPaid)) return refuse('payment_in_progress');
  const customer = await getCustomer(tx, first.customerID);
  if (!customer?.cardPaymentMethodID) return refuse('no_stored_card');
  const held = await ensureHeld(tx, jobs);
  if (isRefusal(held)) return held;
  const agreed = mandateOf(visitCharge, businessName);
  const mandate = may(tx.actor, takePayment) ? `Agreed with the office: ${agreed}` : agreed;
  const confirmed = await confirmEach(tx, held, { charged: visitCharge, mandate });
  for (const job of confirmed) await prepareVisit(tx, job);
  return saveIdempotentReply(tx, toBookingReply(tx, confirmed));
}

/** Charges of one run; the next run, a minute later, takes the others. */
const MAX_CHARGES = 200;

/** Cron job: charges what is due to the saved cards, visits and what they cost in addition. */
export async function chargeWhatIsDue(ctx: Context<Anyone>): Promise<void> {
  // What is not decided stays with its attempt, which is recovered; what failed is due again in a minute.
  await recoverEach(await findDueVisits(ctx, MAX_CHARGES), {
    recover: (visit) => chargeVisit(ctx, visit),
    report: (err, { id: jobID }) => ctx.log.error({ err, jobID, wake: true }, 'visit could not be charged'),
  });
  await recoverEach(await findDueCharges(ctx, MAX_CHARGES), {
    recover: (id) => chargeSavedCard(ctx, id),
    report: (err, id) => ctx.log.error({ err, id, wake: true }, 'charge of a visit could not be taken'),
  });
}

/** Refusals that pass: the visit is found again in a minute. */
const PASSING: readonly string[] = ['payment_in_progress', 'throttled', 'unavailable'];

/** Reserve, charge, apply the outcome, as for a payment that the customer makes. False if the outcome is unknown. */
async function chargeVisit(ctx: Context, { id, version }: DueVisit): Promise<boolean> {
  const [job] = await findJobs(ctx, [id]);
  if (job?.version !== version || !isDueNow(ctx, job)) return true; // it has changed, and may be due later
  const reserved = await reserveBooking(ctx, toBooking([job]), {
    card: { picked: true },
    receiptEmail: null,
    confirmedBy: null,
    change: null,
    isAutomatic: true,
  });
  if (!isRefusal(reserved)) return 'paid' in reserved || isDecided(ctx, reserved.attemptID);
  if (PASSING.includes(reserved.refusal)) return true;
  // No card, or hours in dispute: the customer and the office have to know.
  await inTransaction(ctx, async (tx) => {
    const [locked] = (await lockBooking(tx, [id])).jobs;
    if (locked?.version === version) await chargeWasDeclined(tx, locked, reserved.refusal);
  });
  return true;
}

function isDueNow({ clock, config }: Context, job: JobRow): boolean {
  const { holdCharged, startsAt, stage } = job;
  if (holdCharged === null) return false;
  if (holdCharged === 'invoice') return stage === 'done' && job.amountToPay === 0;
  const visit = { charged: holdCharged, start: readDatabaseTime(startsAt), isDone: stage === 'done' };
  return isDue(visit, clock.now(), config.BUSINESS_TZ);
}

async function isDecided(ctx: Context, attemptID: string): Promise<boolean> {
  return (await chargeAttempt(ctx, attemptID)).status !== 'pending';
}
