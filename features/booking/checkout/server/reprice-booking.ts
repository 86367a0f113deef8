import { hoursIn, usableLots } from '#features/money/credits/rules/lots.ts';
import {
  holdCredits,
  lockLots,
  returnCredits,
  worthOfJobHours,
} from '#features/money/credits/server/index.ts';
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
import type { Cents, Hours } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import { type BookingToPay, toBooking } from './booking-to-pay.ts';

/** A change of a booking's reductions. Absent fields stay as they are. */
export interface Reduction {
  /** Empty removes the code. */
  readonly promocode?: string | undefined;
  /** Uses as many hours of credit as possible, from this lot first; null returns them. */
  readonly credits?: { readonly firstLotId?: string | undefined } | null | undefined;
}

/**
 * Applies or removes the promo code and hours of credit of a held booking, and reprices it. Its jobs were
 * read under their locks, and no charge is in progress. The code applies to the first visit of a series;
 * hours are used visit by visit, as far as they go. Codes are locked before hours everywhere.
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
    const used = hours.get(job.id) ?? 0;
    const worth = used > 0 && job.price.takesHours ? await worthOfJobHours(tx, job.id) : 0;
    jobs.push(await savePrice(tx, job, { promo: promoFor(job), hours: used, worth }));
  }
  return toBooking(jobs);
}

interface HoursChange extends Pick<Reduction, 'credits'> {
  promoFor(job: JobRow): QuotedPromo | null;
}

/** Changes the hours that each job of a booking uses. Hours that stay are not moved. */
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

/** The code that the booking will have: a new one, none, or its current one. */
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
    postal: job.address_postal,
    replaces: [job.id],
    price: listPriceOf(job.price),
  };
  const promo = await replacePromo(tx, query, { kind: 'job', id: job.id });
  return isRefusal(promo) ? promo : { label: promo.code, discount: promo.discount };
}

/** Whether a code is the one in a price, case-insensitively; empty means none. */
export function isSameCode(promo: QuotedPromo | null, code: string): boolean {
  return (promo?.label ?? '').toUpperCase() === code.trim().toUpperCase();
}

async function savePrice(
  tx: Tx,
  job: JobRow,
  reduced: { readonly promo: QuotedPromo | null; readonly hours: Hours; readonly worth: Cents },
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
