import { hoursIn, usableLots } from '#features/money/credits/rules/lots.ts';
import {
  holdCredits,
  lockLots,
  returnCredits,
  worthOfJobHours,
} from '#features/money/credits/server/index.ts';
import { releasePromos, replacePromo } from '#features/money/promo-codes/server/index.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { isFree } from '#features/work/jobs/rules/cancellation.ts';
import {
  creditHoursFor,
  creditsIn,
  listPriceOf,
  promoOf,
  type QuotedPromo,
  reduceQuote,
} from '#features/work/jobs/rules/quote.ts';
import { isPayable } from '#features/work/jobs/rules/status.ts';
import {
  changeLockedJob,
  findVisibleJob,
  isBeingPaid,
  isHeld,
  type JobRow,
  readJob,
} from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type BookingToPay, bookingOf, idsOf, lockBooking, toBooking } from './booking-to-pay.ts';

/** Before payment only: applies a code to a booking, or removes it with an empty one. */
export async function updatePromocode(
  ctx: Context,
  jobID: string,
  promocode: string,
): Promise<Job | Refusal<'not_found' | NotReducible | 'unavailable'>> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const booking = await bookingOf(ctx, job);
  const reduced = await inTransaction(ctx, (tx) => reduceBooking(tx, booking, { promocode }));
  return isRefusal(reduced) ? reduced : readJob(ctx, jobID);
}

/**
 * A booking as the client shows it. A new code in the request is applied first, and kept only if `why`, which
 * compares the figures, returns no refusal.
 */
export async function bookingWithCode<R extends Refusal>(
  ctx: Context,
  seen: BookingToPay,
  promocode: string | null | undefined,
  why: (booking: BookingToPay) => R | null,
): Promise<BookingToPay | R | Refusal<'not_payable' | 'payment_in_progress' | 'invalid' | 'unavailable'>> {
  const has = (code: string) => seen.jobs.some(({ price }) => isSameCode(promoOf(price), code));
  if (!promocode || has(promocode)) return why(seen) ?? seen;
  return inTransaction(ctx, async (tx) => {
    const reduced = await reduceBooking(tx, seen, { promocode });
    if (!isRefusal(reduced)) return why(reduced) ?? reduced;
    return reduced.refusal === 'hold_expired' ? refuse('not_payable') : (reduced as Refusal<'invalid'>);
  });
}

export type NotReducible = 'not_payable' | 'hold_expired' | 'payment_in_progress' | 'invalid';

/** Changes the price of a held booking whose jobs are locked. Returns the changed booking. */
export async function reduceBooking(
  tx: Tx,
  seen: BookingToPay,
  change: Reduction,
): Promise<BookingToPay | Refusal<NotReducible>> {
  const booking = await lockBooking(tx, idsOf(seen));
  const why = whyNotReducible(tx, booking);
  return why === null ? repriceBooking(tx, booking, change) : refuse(why);
}

function whyNotReducible(tx: Tx, { jobs }: BookingToPay): Exclude<NotReducible, 'invalid'> | null {
  const now = tx.clock.now();
  if (jobs.some((job) => job.trashedAt !== null || !isPayable(job.status))) return 'not_payable';
  if (jobs.some(isBeingPaid)) return 'payment_in_progress';
  if (jobs.some((job) => isLateCharge(job, now))) return 'not_payable';
  return jobs.every((job) => job.status === 'confirmed' || isHeld(job, now)) ? null : 'hold_expired';
}

/** A visit that the saved card pays, once cancelling it costs a fee: nobody may lower the fee by a code or hours. */
function isLateCharge({ holdCharged, policy, startsAt }: JobRow, now: Temporal.Instant): boolean {
  const start = readDatabaseTime(startsAt).epochMilliseconds;
  return holdCharged !== null && !isFree(policy, start, now.epochMilliseconds);
}

/** A change of a booking's reductions. Absent fields stay as they are. */
interface Reduction {
  /** Empty removes the code. */
  readonly promocode?: string | undefined;
  /** Uses as many hours of credit as possible, from this lot first; null returns them. */
  readonly credits?: { readonly firstLotID?: string | undefined } | null | undefined;
}

/**
 * Applies or removes the promo code and hours of credit of a held booking, and reprices it. Its jobs were
 * read under their locks, and no charge is in progress. The code applies to the first visit of a series;
 * hours are used visit by visit, as far as they go. Codes are locked before hours everywhere.
 */
async function repriceBooking(
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
  const before = new Map(jobs.map((job) => [job.id, job.creditsUsed]));
  const usesHours = jobs.some((job) => job.creditsUsed > 0);
  const wantsHours = credits === undefined ? usesHours : credits !== null;
  const most = (job: JobRow) =>
    wantsHours ? creditHoursFor(reduceQuote(job.price, { promo: promoFor(job), hours: 0 })) : 0;
  if (jobs.every((job) => job.creditsUsed === most(job))) return before;
  const takesNoMore = jobs.every((job) => job.creditsUsed <= most(job));
  if (
    usesHours &&
    takesNoMore &&
    hoursIn(usableLots(await lockLots(tx, first.customerID)), tx.clock.now()) === 0
  )
    return before;
  for (const job of jobs) if (job.creditsUsed > 0) await returnCredits(tx, job.id);
  const after = new Map<string, Hours>();
  for (const job of jobs) {
    const { id: jobID, customerID } = job;
    const hours = { jobID, customerID, hours: most(job), firstLotID: credits?.firstLotID };
    after.set(jobID, hours.hours === 0 ? 0 : await holdCredits(tx, hours));
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
    customerID: job.customerID,
    jobType: job.jobType,
    packageID: job.packageID,
    postal: job.addressPostal,
    replaces: [job.id],
    price: listPriceOf(job.price),
  };
  const promo = await replacePromo(tx, query, { kind: 'job', id: job.id });
  return isRefusal(promo) ? promo : { label: promo.code, discount: promo.discount };
}

/** Whether a code is the one in a price, case-insensitively; empty means none. */
function isSameCode(promo: QuotedPromo | null, code: string): boolean {
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
      amountToPay: price.total,
      creditsUsed: creditsIn(price),
    },
    action: 'job.repriced',
  });
}
