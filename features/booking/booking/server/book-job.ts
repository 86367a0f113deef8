import { confirmFree, lockBooking } from '#features/booking/checkout/server/index.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { reservePromo } from '#features/money/promo-codes/server/index.ts';
import { keepAccountOpen } from '#features/people/customers/server/index.ts';
import { cancellationTermsOf } from '#features/work/jobs/rules/cancellation.ts';
import { chooseHeld, holdUntil, officeHoldUntil } from '#features/work/jobs/rules/holds.ts';
import { PAYMENT_REQUEST_WAIT } from '#features/work/jobs/rules/payment-request.ts';
import type { Quote } from '#features/work/jobs/rules/quote.ts';
import {
  addCrews,
  addJobs,
  addSeries,
  auditOverride,
  endHold,
  expireHolds,
  findHeldJobs,
  findJobs,
  findUnpaidHolds,
  homeOfJob,
  isBeingPaid,
  type JobRow,
  lockJobs,
  lockUnpaidHolds,
  openHold,
  paymentRequest,
  type SeriesVisit,
  toBookingReply,
  visitToReclean,
} from '#features/work/jobs/server/index.ts';
import { notBookableMessage, whyNotBookable } from '#features/work/schedule/rules/opening.ts';
import {
  overriddenIn,
  type Plan,
  type PlannedVisit,
  rankedFor,
} from '#features/work/schedule/rules/plan-visit.ts';
import { AHEAD, type PlannedSeries, planSeries } from '#features/work/schedule/rules/recurrence.ts';
import {
  type AlternativesQuery,
  explainNamed,
  findAlternatives,
  planStarts,
  slotConstraints,
  takeSlots,
  type VisitQuery,
} from '#features/work/schedule/server/index.ts';
import type { HoldOffer } from '#features/work/waiting-list/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { bookForOthers } from '../rules/policy.ts';
import {
  type Address,
  type BookingBody,
  type BookingRequest,
  type Customer,
  firstQuote,
  type NewBooking,
  type NotResolved,
  newBooking,
  promoQuery,
  resolveBooking,
} from './booking-request.ts';
import { showConflicts } from './conflicts.ts';
import { findOwnTimes } from './own-visits.ts';

/**
 * Cleaners locked in addition to the chosen crew, so that a lost race finds the next one at once. If the
 * named cleaners suffice, no others were looked for, and a lost race is planned again.
 */
const SPARE_CLEANERS = 3;
/**
 * A round is lost only if another request has won the same cleaners, so the loop terminates; this is a safety
 * limit.
 */
const MAX_ROUNDS = 25;

type NotBooked =
  | NotResolved
  | Refusal<
      | 'not_bookable'
      | 'slot_taken'
      | 'series_conflict'
      | 'too_many_holds'
      | 'throttled'
      | 'payment_in_progress'
      | 'hold_expired'
      | 'later_dates_taken'
      | 'unavailable'
    >;

/** What is done differently for a request, and for an offer from the waiting list. */
interface HoldOptions {
  readonly minutes?: number;
  /** Begins the transaction of the hold, once the customer's bookings are locked; a refusal ends it. */
  readonly first?: (tx: Tx) => Promise<Refusal<'not_found'> | null>;
  /** Ends it. */
  readonly last?: (tx: Tx, jobs: readonly JobRow[]) => Promise<void>;
}

/** Books what a client has sent. @returns the held jobs, by date. */
export function bookJob(
  ctx: Context,
  body: BookingBody,
  customerID: string,
): Promise<readonly JobRow[] | NotBooked> {
  return book(ctx, newBooking(ctx, body), customerID, {
    async last(tx, jobs) {
      await saveIdempotentReply(tx, toBookingReply(tx, jobs));
    },
  });
}

/**
 * Books: prices, chooses the crew, and holds the slot for the whole crew or not at all. The crew is chosen
 * without locks and checked again under them, by the same rule; database constraints are the final guard. A
 * request that loses the race for a cleaner tries the next one, and is refused with the three nearest free
 * times if there is none.
 *
 * @returns the held jobs, by date.
 */
async function book(
  ctx: Context,
  wanted: NewBooking,
  customerID: string,
  options: HoldOptions = {},
): Promise<readonly JobRow[] | NotBooked> {
  for (let round = 1; ; round += 1) {
    const booking = await resolveBooking(ctx, wanted, customerID);
    if (isRefusal(booking)) return booking;
    const starts = booking.dates.map(({ start }) => start);
    const [first] = starts;
    if (first === undefined || !isComplete(booking)) return refuse('not_found');
    if (round > MAX_ROUNDS) return slotTaken(ctx, booking, first);
    const outcome = await tryToBook(ctx, booking, starts, options);
    if (!isRefusal(outcome) || outcome.refusal !== 'race_lost')
      return outcome as readonly JobRow[] | NotBooked;
  }
}

/** The query for planning a booking. */
export function planQuery(
  booking: BookingRequest,
  starts: readonly Temporal.Instant[],
): VisitQuery & AlternativesQuery {
  const { need, settings, named, home, customer, wanted } = booking;
  const overridesSoftRules = wanted.overrideReason !== undefined;
  const who = wanted.cleanerType === 'preferred' && named.length > 0 ? 'named-first' : 'anybody';
  return { need, settings, named, home, who, customerID: customer?.id ?? null, starts, overridesSoftRules };
}

async function tryToBook(
  ctx: Context,
  booking: CompleteBooking,
  starts: readonly Temporal.Instant[],
  options: HoldOptions,
) {
  const plan = await planStarts(ctx, planQuery(booking, starts));
  const planned = planSeries(plan, starts);
  const refusal = await whyNotPlanned(ctx, booking, { plan, planned, starts });
  if (refusal !== null) return (await isReplacedMeanwhile(ctx, booking)) ? refuse('race_lost') : refusal;
  const held = await inTransaction(
    ctx,
    (tx) => holdVisits(tx, booking, { plan, planned, starts }, options),
    slotConstraints,
  );
  return isRefusal(held) && held.refusal === 'slot_taken' ? refuse('race_lost') : held;
}

interface Planning {
  readonly plan: Plan;
  readonly planned: PlannedSeries;
  readonly starts: readonly Temporal.Instant[];
}

/** Inserts the jobs and takes the time of those that are held until payment, replacing the given hold. */
async function holdVisits(
  tx: Tx,
  booking: CompleteBooking,
  { plan, planned }: Planning,
  { minutes, first, last }: HoldOptions,
) {
  await lockUnpaidHolds(tx, booking.customer.id);
  const stopped = (await first?.(tx)) ?? null;
  if (stopped !== null) return stopped;
  const replaced = await endReplaced(tx, booking);
  if (replaced !== null) return replaced;
  const gone = await lockFirstVisit(tx, booking);
  if (gone !== null) return gone;
  const heldUntil = await holdEnd(tx, planned, minutes);
  const visits = planned.visits.map((visit) => ({ ...visit, jobID: tx.newID() }));
  const chosen = chooseHeld(visits, {
    isOffice: may(tx.actor, bookForOthers),
    numCleaners: booking.need.numCleaners,
    holds: await findUnpaidHolds(tx, booking.customer.id),
    now: tx.clock.now(),
  });
  if ('why' in chosen) {
    return refuse(
      chosen.why,
      chosen.why === 'throttled' ? { extensions: { retryAfter: chosen.retryAfter } } : {},
    );
  }
  const { held } = chosen;
  if (!(await keepAccountOpen(tx, booking.customer.id))) return refuse('not_found');
  await saveVisits(tx, booking, { heldUntil, visits });
  const taken = await takeSlots(tx, {
    visits: held.map(({ jobID, start }) => ({
      jobID,
      start,
      customerID: booking.customer.id,
      need: plan.need,
      named: plan.named,
      ...(plan.overridesSoftRules && { overridesSoftRules: true }),
      isNew: true,
    })),
    candidates: candidates(plan, held),
    heldUntil,
    onExpired: expireHolds,
  });
  if (isRefusal(taken)) return taken;
  await addCrews(tx, [...taken, ...visits.slice(held.length)]);
  const ids = visits.map((visit) => visit.jobID);
  const jobs = await findJobs(tx, ids);
  const lost = await reserveCode(tx, booking, ids[0]);
  if (lost !== null) return lost;
  if (may(tx.actor, bookForOthers)) {
    await auditBooking(tx, booking, ids);
    for (const { jobID, start } of visits)
      await auditOverride(tx, jobID, {
        overridden: overriddenIn(plan, start),
        reason: booking.wanted.overrideReason ?? '',
      });
    if (booking.wanted.recleanOf === undefined)
      await tx.outbox.publishAll(tx, paymentRequest(tx, jobs, { heldUntil, delay: PAYMENT_REQUEST_WAIT }));
  }
  if (booking.wanted.recleanOf !== undefined) {
    const free = await confirmFree(tx, jobs);
    if (isRefusal(free)) return free;
    const booked = await findJobs(tx, ids);
    await last?.(tx, booked);
    return booked;
  }
  await last?.(tx, jobs);
  return jobs;
}

/** Two people who send someone again for the same visit: the second one finds the first one's booking. */
async function lockFirstVisit(
  tx: Tx,
  { wanted, customer }: CompleteBooking,
): Promise<Refusal<'not_found' | 'no_reclean'> | null> {
  if (wanted.recleanOf === undefined) return null;
  await lockJobs(tx, [wanted.recleanOf]);
  const first = await visitToReclean(tx, wanted.recleanOf, customer.id);
  return isRefusal(first) ? first : null;
}

/** Customers pay right away; bookings by the office are paid later. */
async function holdEnd(
  tx: Tx,
  { visits: [first] }: PlannedSeries,
  minutes: number | undefined,
): Promise<Temporal.Instant> {
  const now = tx.clock.now();
  if (minutes !== undefined) return now.add({ minutes });
  if (first === undefined || !may(tx.actor, bookForOthers)) return holdUntil(now);
  const { officeHoldHours } = await readSettings(tx, ['officeHoldHours']);
  return officeHoldUntil(now, { hours: officeHoldHours, firstStart: first.start });
}

/** Reserves the promo code for the first visit. Done last, so that the code is locked only briefly. */
async function reserveCode(
  tx: Tx,
  booking: CompleteBooking,
  jobID: string | undefined,
): Promise<Refusal<'invalid' | 'race_lost'> | null> {
  const { promo, customer } = booking;
  if (promo === null || jobID === undefined) return null;
  const reserved = await reservePromo(tx, promoQuery(booking, customer.id), { kind: 'job', id: jobID });
  if (isRefusal(reserved)) return reserved;
  return reserved.discount === promo.discount ? null : refuse('race_lost'); // the office has just changed the code
}

/** The chosen crews and the next best cleaners; a crew that was named in full has no alternatives. */
function candidates(plan: Plan, visits: readonly PlannedVisit[]): string[] {
  const ids = visits.flatMap((visit) => {
    const spare = plan.named.length === plan.need.numCleaners ? 0 : SPARE_CLEANERS;
    const next = rankedFor(plan, visit.start).map((diary) => diary.cleanerID);
    return [...visit.crew, ...next.filter((id) => !visit.crew.includes(id)).slice(0, spare)];
  });
  return [...new Set(ids)];
}

async function whyNotPlanned(ctx: Context, booking: CompleteBooking, planning: Planning) {
  const { plan, planned, starts } = planning;
  const [first] = starts;
  if (planned.conflicts.length === 0 || first === undefined) return null;
  const skips = booking.recurrence !== null && booking.wanted.onConflict === 'skip';
  if (skips && planned.visits.length > 0) return null;
  if (booking.recurrence === null) {
    const reason = whyNotBookable(first, plan.need.minutes, plan.opening);
    return reason === null
      ? slotTaken(ctx, booking, first, plan)
      : refuse('not_bookable', { detail: notBookableMessage(reason, plan.opening), extensions: { reason } });
  }
  const conflicts = await showConflicts(
    ctx,
    planQuery(booking, starts),
    { booking, plan },
    planned.conflicts,
  );
  return refuse('series_conflict', { extensions: { conflicts } });
}

async function slotTaken(
  ctx: Context,
  booking: BookingRequest,
  start: Temporal.Instant,
  plan?: Plan,
): Promise<Refusal<'slot_taken'>> {
  const own = await findOwnTimes(ctx, booking);
  const alternatives = await findAlternatives(ctx, { ...planQuery(booking, [start]), own }, { start });
  const { detail, extensions } = plan ? await explainNamed(ctx, plan, start) : {};
  return refuse('slot_taken', {
    ...(detail && { detail }),
    extensions: { alternatives, ...extensions },
  });
}

/** Ends the hold that this booking replaces; rolled back if the booking fails. */
async function endReplaced(
  tx: Tx,
  { replaces }: BookingRequest,
): Promise<Refusal<'payment_in_progress' | 'race_lost'> | null> {
  if (replaces === null) return null;
  if (await isReplacedMeanwhile(tx, { replaces })) return refuse('race_lost');
  if (replaces.jobIDs.length === 0) return null;
  const { jobs } = await lockBooking(tx, replaces.jobIDs);
  if (jobs.some(isBeingPaid)) return refuse('payment_in_progress');
  const pending = jobs.filter((job) => job.status === 'pending');
  if (pending.length > 0) await endHold(tx, pending, 'replaced');
  return null;
}

/**
 * Whether another booking has replaced the same hold since it was read: then that booking must be replaced
 * instead.
 */
async function isReplacedMeanwhile(
  ctx: Context,
  { replaces }: Pick<BookingRequest, 'replaces'>,
): Promise<boolean> {
  if (replaces === null) return false;
  return (await findHeldJobs(ctx, replaces.rootID)).join() !== replaces.jobIDs.join();
}

async function auditBooking(tx: Tx, booking: CompleteBooking, jobIDs: readonly string[]): Promise<void> {
  for (const id of jobIDs) {
    const after = { customerID: booking.customer.id, packageID: booking.pack.id, total: booking.quote.total };
    await audit(tx, { action: 'job.created', subject: { kind: 'job', id }, after });
  }
}

function isComplete(booking: BookingRequest): booking is CompleteBooking {
  return booking.customer !== null && booking.address !== null;
}

/** A booking with customer and address. */
type CompleteBooking = BookingRequest & { readonly customer: Customer; readonly address: Address };

/** A visit with its job's id. */
type NewVisit = Pick<PlannedVisit, 'start' | 'end'> & { readonly jobID: string };

interface HeldVisits {
  readonly heldUntil: Temporal.Instant;
  readonly visits: readonly NewVisit[];
}

/** Inserts the hold, the series and the jobs of a booking. Crews and diary entries follow. */
async function saveVisits(
  tx: Tx,
  booking: CompleteBooking,
  { heldUntil, visits }: HeldVisits,
): Promise<void> {
  const { recurrence, replaces, customer } = booking;
  const holdID = tx.newID();
  const seriesID = recurrence === null ? null : tx.newID();
  const same = {
    seriesID,
    holdID,
    ...agreed(booking),
    ...homeOfJob(booking.address),
    customerEmail: booking.customer.email,
    status: 'pending',
    source: may(tx.actor, bookForOthers) ? 'office' : 'site',
  };
  await openHold(tx, { id: holdID, customerID: customer.id, heldUntil, rootID: replaces?.rootID });
  if (seriesID !== null)
    await addSeries(tx, { ...seriesOf(tx, booking), id: seriesID, customerID: customer.id });
  await addJobs(
    tx,
    visits.map(({ jobID, start, end }, index) => ({
      ...same,
      ...priceOf(index === 0 ? firstQuote(booking) : booking.quote),
      id: jobID,
      startsAt: start.toString(),
      endsAt: end.toString(),
    })),
  );
}

/** The pattern of a series, and what each visit that is added to it is. */
function seriesOf({ config }: Context, booking: CompleteBooking) {
  const first = booking.dates[0]?.seriesDate;
  if (first === undefined || booking.recurrence === null) throw new Error('A series needs a first date');
  const { interval, weekdays = [], count } = booking.recurrence;
  const addedUntil =
    count === null ? first.toZonedDateTimeISO(config.BUSINESS_TZ).add(AHEAD).toInstant() : null;
  return {
    interval,
    weekdays: [...weekdays],
    count,
    firstAt: first.toString(),
    addedUntil: addedUntil?.toString() ?? null,
    visit: JSON.stringify({ ...termsOf(booking), price: booking.quote } satisfies SeriesVisit),
  };
}

/** The agreed terms, frozen. */
function agreed(booking: CompleteBooking) {
  const { wanted } = booking;
  const terms = termsOf(booking);
  return {
    ...terms,
    policy: JSON.stringify(terms.policy),
    customerID: booking.customer.id,
    specialRequests: wanted.specialRequests,
    contactDetails: wanted.contactDetails,
    recleanOf: wanted.recleanOf ?? null,
    recleanReason: wanted.recleanOf === undefined ? '' : (wanted.recleanReason ?? ''),
  };
}

/** What all visits of a booking have in common: package, size, cancellation terms. */
function termsOf({ wanted, pack, size, named, settings }: CompleteBooking) {
  return {
    label: wanted.label || pack.label,
    packageID: pack.id,
    packageLabel: pack.label,
    jobType: pack.type,
    cleanerType: wanted.cleanerType ?? (named.length > 0 ? 'preferred' : 'any'),
    hours: size.hours,
    breakHours: size.breakHours,
    numCleaners: size.numCleaners,
    requireCleaningSupplies: pack.suppliesIncluded || wanted.requireCleaningSupplies,
    policy: cancellationTermsOf(settings),
  } as const;
}

function priceOf(quote: Quote) {
  return { price: JSON.stringify(quote), amountToPay: quote.total };
}

/** Holds a time for a customer of the waiting list, like a booking of their own. Registered with the waiting list. */
export const holdOffer: HoldOffer = (ctx, { customerID, booking, ...options }) =>
  book(ctx, { ...booking, recurrence: null, onConflict: 'refuse', promocode: '' }, customerID, options);
