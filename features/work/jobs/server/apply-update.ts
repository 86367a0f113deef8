import { holdCredits, returnCredits, spendCredits } from '#features/money/credits/server/index.ts';
import { replacePromo } from '#features/money/promo-codes/server/index.ts';
import { keepAccountOpen } from '#features/people/customers/server/index.ts';
import { takeSlots } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { inPositions } from '../rules/crew.ts';
import { changeOutsideTerms } from '../rules/policy.ts';
import { amountAfter, type DifferenceAction, type PriceChange } from '../rules/price-difference.ts';
import { creditsIn, listPriceOf, listQuote, promoOf } from '../rules/quote.ts';
import { goesAhead } from '../rules/status.ts';
import { auditOverride } from './audit-override.ts';
import { changeLockedJob, type JobFields } from './change-job.ts';
import { expireHolds } from './holds.ts';
import type { JobRow } from './job-rows.ts';
import type { PlannedUpdate } from './plan-crew.ts';
import { incomeOf } from './reductions.ts';
import { refundDifference } from './refund-difference.ts';
import { renewPaymentRequest } from './renew-payment-request.ts';

/** An update that is ready to apply: the crew is planned and the action for the price difference is chosen. */
export interface DecidedUpdate {
  readonly fields: JobFields;
  readonly price: PriceChange | null;
  readonly planned: PlannedUpdate | null;
  /** Null if there is no difference, or nothing is paid yet. */
  readonly action: DifferenceAction | null;
  readonly reason: string;
  /** Why soft rules are overridden for the named cleaners; empty if none are. */
  readonly overrideReason: string;
  readonly tellsCustomerOfCrew?: boolean | undefined;
}

type NotApplied = Refusal<
  | 'slot_taken'
  | 'race_lost'
  | 'invalid'
  | 'not_found'
  | 'not_refundable'
  | 'payment_disputed'
  | 'refund_too_much'
>;

/**
 * Applies a decided update to a job that was read under its lock and has not changed since. Takes the crew's time
 * first, then promo code, hours and money, in the global lock order. After a refusal the transaction must be rolled
 * back.
 */
export async function applyUpdate(
  tx: Tx,
  before: JobRow,
  decided: DecidedUpdate,
): Promise<JobRow | NotApplied> {
  const { fields, price, planned, action, reason } = decided;
  const customerId = fields.customer_id ?? before.customer_id;
  if (customerId !== before.customer_id && !(await changeHolder(tx, before, customerId)))
    return refuse('not_found');
  const crew = planned === null ? null : await takeTime(tx, before, { planned, customerId });
  if (isRefusal(crew)) return crew;
  const reduced = price === null ? null : await changeReductions(tx, before, { price, fields });
  if (isRefusal(reduced)) return reduced;
  const job = await changeLockedJob(tx, before, {
    fields: { ...fields, ...timeOf(tx, before, planned), ...priceFields(before, price, action) },
    ...(crew === null ? {} : { crew }),
    ...(reason === '' ? {} : { reason }),
    tellsCustomerOfCrew: decided.tellsCustomerOfCrew,
  });
  await auditOverride(tx, job.id, { overridden: planned?.overridden ?? [], reason: decided.overrideReason });
  if (job.status === 'pending' && (price !== null || customerId !== before.customer_id))
    await renewPaymentRequest(tx, before, job);
  const given =
    action === 'refund' && price ? await giveBack(tx, job, { cents: -price.difference, reason }) : null;
  return given ?? job;
}

/** Moves the hold of a single visit to another customer. */
async function changeHolder(tx: Tx, job: JobRow, customerId: string): Promise<boolean> {
  if (!(await keepAccountOpen(tx, customerId))) return false;
  await tx.db
    .updateTable('job_hold')
    .set({ customer_id: customerId })
    .where('id', '=', job.hold_id)
    .execute();
  return true;
}

async function takeTime(
  tx: Tx,
  { id: jobId, hold_expires_at: until }: JobRow,
  { planned, customerId }: { readonly planned: PlannedUpdate; readonly customerId: string },
): Promise<string[] | Refusal<'slot_taken'>> {
  const { need, named, overridesSoftRules, start, staying, places } = planned;
  const taken = await takeSlots(tx, {
    visits: [{ jobId, customerId, need, named, overridesSoftRules, start, staying }],
    candidates: planned.candidates,
    heldUntil: until === null ? null : readDatabaseTime(until),
    onExpired: expireHolds,
  });
  return isRefusal(taken) ? taken : inPositions(places, [...staying, ...(taken[0]?.crew ?? [])]);
}

interface Repricing {
  readonly price: PriceChange;
  readonly fields: JobFields;
}

/**
 * Adapts promo code and hours to the new price. Before payment the code is checked again; hours that the price cannot
 * use come back.
 */
async function changeReductions(
  tx: Tx,
  job: JobRow,
  { price, fields }: Repricing,
): Promise<Refusal<'invalid' | 'race_lost'> | null> {
  const promo = promoOf(price.quote);
  if (promo !== null && job.status === 'pending') {
    const query = {
      code: promo.label,
      customerId: job.customer_id,
      jobType: (fields.job_type ?? job.job_type) as JobRow['job_type'],
      packageId: fields.package_id ?? job.package_id,
      postal: fields.address_postal ?? job.address_postal,
      isKept: true,
      replaces: [job.id],
      price: listPriceOf(listQuote(price.quote)),
    };
    const replaced = await replacePromo(tx, query, { kind: 'job', id: job.id });
    if (isRefusal(replaced)) return replaced;
    if (replaced.discount !== promo.discount) return refuse('race_lost'); // the office changed the code concurrently
  }
  if (price.creditsReturned > 0) await keepFewerHours(tx, job, creditsIn(price.quote));
  return null;
}

/** Returns all hours of the job, then takes those that it still uses. */
async function keepFewerHours(tx: Tx, job: JobRow, hours: number): Promise<void> {
  await returnCredits(tx, job.id, { income: incomeOf(job) });
  if (hours === 0) return;
  const held = await holdCredits(tx, { jobId: job.id, customerId: job.customer_id, hours });
  if (held < hours)
    throw new Error(`Job ${job.id} returned ${hours} hours but only ${held} could be held again`);
  if (job.status === 'paid') await spendCredits(tx, job.id, incomeOf(job));
}

function priceFields(job: JobRow, price: PriceChange | null, action: DifferenceAction | null): JobFields {
  if (price === null) return {};
  const { quote, difference } = price;
  return {
    price: JSON.stringify(quote),
    credits_used: creditsIn(quote),
    amount_to_pay: amountAfter({ amountToPay: job.amount_to_pay, difference }, action),
  };
}

function timeOf(tx: Tx, job: JobRow, planned: PlannedUpdate | null): JobFields {
  if (planned === null) return {};
  const moves = !readDatabaseTime(job.starts_at).equals(planned.start);
  const isCustomersMove = moves && !may(tx.actor, changeOutsideTerms) && goesAhead(job.status);
  return {
    ...(moves ? { starts_at: planned.start.toString() } : {}),
    ...(readDatabaseTime(job.ends_at).equals(planned.end) ? {} : { ends_at: planned.end.toString() }),
    ...(isCustomersMove ? { has_changed_date: true } : {}),
  };
}

async function giveBack(tx: Tx, job: JobRow, { cents, reason }: { cents: Cents; reason: string }) {
  const refunded = await refundDifference(tx, job.id, { cents, reason: reason || 'Visit changed' });
  return isRefusal(refunded) ? refunded : null;
}
