import { hoursIn, usableLots } from '#features/money/credits/rules/lots.ts';
import { holdCredits, lockLots, returnCredits } from '#features/money/credits/server/index.ts';
import { releasePromos, replacePromo } from '#features/money/promo-codes/server/index.ts';
import {
  creditHoursFor,
  creditsIn,
  listPriceOf,
  promoOf,
  type QuotedPromo,
  reduceQuote,
} from '#features/work/jobs/rules/quote.ts';
import { changeLockedJob, type JobRow } from '#features/work/jobs/server/index.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { type BookingToPay, toBooking } from './booking-to-pay.ts';

/** What of a booking's price is to be different. What is left out stays. */
export interface Reduction {
  /** Empty takes the code off. */
  readonly promocode?: string | undefined;
  /** As many hours of credit as the booking can use, from this lot first; null gives them back. */
  readonly credits?: { readonly firstLotId?: string | undefined } | null | undefined;
}

/**
 * Puts a promo code and hours of credit on a held booking, or takes them off, and works its price out anew. Its jobs were
 * read under their locks, and no charge is under way. The code counts for the first visit of a series; hours go visit by
 * visit, as far as they reach. Codes before hours: everybody locks them in this order.
 */
export async function repriceBooking(
  tx: Tx,
  booking: BookingToPay,
  change: Reduction,
): Promise<BookingToPay | Refusal<'invalid'>> {
  const coded = booking.jobs.find((job) => promoOf(job.price) !== null) ?? booking.first;
  const promo = await changePromo(tx, coded, change.promocode);
  if (isRefusal(promo)) return promo;
  const promoFor = (job: JobRow) => (job === coded ? promo : null);
  const hours = await changeHours(tx, booking, { ...change, promoFor });
  const jobs: JobRow[] = [];
  for (const job of booking.jobs) {
    const reduced = { promo: promoFor(job), hours: hours.get(job.id) ?? 0 };
    jobs.push(await savePrice(tx, job, reduced));
  }
  return toBooking(jobs);
}

interface HoursChange extends Pick<Reduction, 'credits'> {
  promoFor(job: JobRow): QuotedPromo | null;
}

/** The hours that each job of a booking is to use. What needs no change stays where it is: no hour goes to and fro. */
async function changeHours(
  tx: Tx,
  { jobs, first }: BookingToPay,
  { credits, promoFor }: HoursChange,
): Promise<ReadonlyMap<string, Hours>> {
  const before = new Map(jobs.map((job) => [job.id, job.credits_used]));
  const usesHours = jobs.some((job) => job.credits_used > 0);
  const wantsHours = credits === undefined ? usesHours : credits !== null;
  const most = (job: JobRow) =>
    wantsHours ? creditHoursFor(reduceQuote(job.price, { promo: promoFor(job), hours: 0 })) : 0;
  if (jobs.every((job) => job.credits_used === most(job))) return before;
  const takesNoMore = jobs.every((job) => job.credits_used <= most(job));
  if (
    usesHours &&
    takesNoMore &&
    hoursIn(usableLots(await lockLots(tx, first.customer_id)), tx.clock.now()) === 0
  )
    return before;
  for (const job of jobs) if (job.credits_used > 0) await returnCredits(tx, job.id);
  const after = new Map<string, Hours>();
  for (const job of jobs) {
    const { id: jobId, customer_id: customerId } = job;
    const hours = { jobId, customerId, hours: most(job), firstLotId: credits?.firstLotId };
    after.set(jobId, hours.hours === 0 ? 0 : await holdCredits(tx, hours));
  }
  return after;
}

/** The code that a booking is to have: another, none, or the one that it has. */
async function changePromo(
  tx: Tx,
  job: JobRow,
  code: string | undefined,
): Promise<QuotedPromo | null | Refusal<'invalid'>> {
  const before = promoOf(job.price);
  if (code === undefined || isSameCode(before, code)) return before;
  if (code === '') {
    await releasePromos(tx, 'job', [job.id]);
    return null;
  }
  const query = {
    code,
    customerId: job.customer_id,
    jobType: job.job_type,
    packageId: job.package_id,
    price: listPriceOf(job.price),
  };
  const promo = await replacePromo(tx, query, { kind: 'job', id: job.id });
  return isRefusal(promo) ? promo : { label: promo.code, discount: promo.discount };
}

/** Whether a code is the one that a price has, in any case of letters; an empty one is none. */
export function isSameCode(promo: QuotedPromo | null, code: string): boolean {
  return (promo?.label ?? '').toUpperCase() === code.trim().toUpperCase();
}

async function savePrice(
  tx: Tx,
  job: JobRow,
  reduced: { readonly promo: QuotedPromo | null; readonly hours: Hours },
): Promise<JobRow> {
  const price = reduceQuote(job.price, reduced);
  if (JSON.stringify(price) === JSON.stringify(job.price)) return job;
  return changeLockedJob(tx, job, {
    fields: {
      price: JSON.stringify(price),
      amount_to_pay: price.total,
      credits_used: creditsIn(price),
    },
    action: 'job.repriced',
  });
}
