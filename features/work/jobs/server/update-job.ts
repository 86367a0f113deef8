import type { z } from 'zod';
import { holdCredits, returnCredits, spendCredits } from '#features/money/credits/server/index.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { replacePromo } from '#features/money/promo-codes/server/index.ts';
import { type CleanerCard, cleanerCards } from '#features/people/cleaners/server/index.ts';
import { keepAccountOpen } from '#features/people/customers/server/index.ts';
import { slotConstraints, takeSlots } from '#features/work/schedule/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { instantToWire, readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { Job, UpdatePreview } from '../contract/shapes.ts';
import type { updateJob as call, previewUpdate as previewCall } from '../contract.ts';
import { inPositions } from '../rules/crew.ts';
import { changeOutsideTerms, seeHistory } from '../rules/policy.ts';
import {
  actionsFor,
  amountAfter,
  type DifferenceAction,
  type PriceChange,
} from '../rules/price-difference.ts';
import { creditsIn, listPriceOf, listQuote, promoOf } from '../rules/quote.ts';
import { goesAhead } from '../rules/status.ts';
import { changeLockedJob, type JobFields, lockJob } from './change-job.ts';
import { type PlannedUpdate, planCrew, slotLost } from './crew.ts';
import { decideUpdate, type VisitUpdate, visitUpdate } from './decide-update.ts';
import { expireHolds, isBeingPaid, isHeldByOffice, isUnheldOfCustomer } from './holds.ts';
import { findJobs, findVisibleJob, type JobRow } from './job-rows.ts';
import { namesOf } from './list-jobs.ts';
import { hasOpenCharge, incomeOf, refundDifference } from './price-changes.ts';
import { readJob } from './read-job.ts';
import { auditOverride } from './save-crew.ts';
import { paymentRequest, paymentRequestKeys } from './visit-messages.ts';

type UpdateBody = z.output<typeof call.body>;

export type NotPlanned = Refusal<
  | 'not_found'
  | 'forbidden'
  | 'invalid'
  | 'slot_taken'
  | 'not_bookable'
  | 'not_changeable'
  | 'change_used'
  | 'change_too_late'
  | 'crew_incomplete'
  | 'not_correctable'
>;

type NotChanged =
  | NotPlanned
  | Refusal<
      | 'visit_changed'
      | 'payment_in_progress'
      | 'difference_undecided'
      | 'price_changed'
      | 'reason_needed'
      | 'not_refundable'
      | 'refund_too_much'
      | 'unavailable'
    >;

/** Each lost round means that another booking was made meanwhile; this limits retries. */
export const MAX_ROUNDS = 10;

/**
 * Changes a visit: time, crew, home, notes and the other booked details. A new time, home, crew or length passes the
 * same checks as a booking: the same rule under the same locks, backed by database constraints.
 */
export function updateJob(ctx: Context, jobID: string, body: UpdateBody): Promise<Job | NotChanged> {
  return changeAnd(ctx, jobID, visitUpdate(ctx, body), async (tx) => {
    const reply = await readJob(tx, jobID);
    return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
  });
}

/** The same for other use cases, which have replies of their own. */
export function changeVisit(ctx: Context, jobID: string, change: VisitChange): Promise<JobRow | NotChanged> {
  return changeAnd(ctx, jobID, change, async (_tx, job) => job);
}

/** Gives a visit this crew, by position. */
export function changeCrew(
  ctx: Context,
  jobID: string,
  {
    crew,
    overrideReason,
  }: { readonly crew: readonly string[]; readonly overrideReason?: string | undefined },
): Promise<JobRow | NotChanged> {
  return changeVisit(ctx, jobID, { crew, ...(overrideReason !== undefined && { overrideReason }) });
}

/** An update, and how a price difference is handled. */
type VisitChange = VisitUpdate & Pick<UpdateBody, 'version' | 'difference' | 'differenceAction' | 'reason'>;

/** The last step of the transaction. */
type LastStep<T> = (tx: Tx, job: JobRow) => Promise<T>;

async function changeAnd<T>(ctx: Context, jobID: string, change: VisitChange, last: LastStep<T>) {
  for (let round = 1; ; round += 1) {
    const outcome = await tryToChange(ctx, jobID, { change, last, isLast: round === MAX_ROUNDS });
    if (!isRefusal(outcome) || outcome.refusal !== 'race_lost') return outcome as T | NotChanged;
    if (round === MAX_ROUNDS) return refuse('unavailable');
  }
}

interface Round<T> {
  readonly change: VisitChange;
  readonly last: LastStep<T>;
  readonly isLast: boolean;
}

async function tryToChange<T>(ctx: Context, jobID: string, { change, last, isLast }: Round<T>) {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  // `lockUnchanged` compares the versions again, under the lock.
  if (change.version !== undefined && change.version !== job.version) return refuseChanged(ctx, job);
  const update = await decideUpdate(ctx, job, change);
  if (isRefusal(update)) return update;
  const { visit, price, fields } = update;
  const planned = visit === null ? null : await planCrew(ctx, job, visit);
  if (isRefusal(planned)) return planned;
  const action = chooseAction(job, price, change);
  if (isRefusal(action)) return action;
  const decided = {
    fields,
    price,
    planned,
    action,
    reason: change.reason ?? '',
    overrideReason: change.overrideReason ?? '',
    tellsCustomerOfCrew: change.tellCustomer,
  };
  const outcome = await inTransaction(ctx, (tx) => apply(tx, job, decided, last), slotConstraints);
  const isTaken = isRefusal(outcome) && outcome.refusal === 'slot_taken';
  if (!isTaken || visit === null) return outcome;
  return isLast ? slotLost(ctx, job, visit) : refuse('race_lost');
}

/** The action for the price difference; null if none is needed. */
function chooseAction(
  job: JobRow,
  price: PriceChange | null,
  { difference: shown, differenceAction: chosen, reason = '' }: VisitChange,
): DifferenceAction | null | Refusal<'price_changed' | 'difference_undecided' | 'reason_needed'> {
  const difference = price?.difference ?? 0;
  const actions = actionsFor(difference, { isPaid: job.status === 'paid', smallestCharge: SMALLEST_CHARGE });
  const extensions = { difference, actions, creditsReturned: price?.creditsReturned ?? 0 };
  if (shown !== undefined && shown !== difference) {
    const detail = 'Nothing has changed yet. Check the new price, then save again.';
    return refuse('price_changed', { detail, extensions });
  }
  if (actions.length === 0) return null;
  if (chosen === undefined || !actions.includes(chosen))
    return refuse('difference_undecided', { extensions });
  if (chosen === 'waive' && reason === '') {
    return refuse('reason_needed', { detail: 'Say why the difference is waived.', extensions });
  }
  return chosen;
}

async function apply<T>(tx: Tx, seen: JobRow, decided: DecidedUpdate, last: LastStep<T>) {
  const before = await lockUnchanged(tx, seen, decided);
  if (isRefusal(before)) return before;
  const changed = await applyUpdate(tx, before, decided);
  return isRefusal(changed) ? changed : last(tx, changed);
}

/** Locks a job if it is unchanged since the update was decided; otherwise the caller has to decide again. */
export async function lockUnchanged(
  tx: Tx,
  seen: JobRow,
  { planned, price }: Pick<DecidedUpdate, 'planned' | 'price'>,
): Promise<JobRow | Refusal<'not_found' | 'race_lost' | 'payment_in_progress' | 'not_changeable'>> {
  await lockJob(tx, seen.id);
  const now = await findVisibleJob(tx, seen.id);
  if (isRefusal(now)) return now;
  if (now.version !== seen.version) return refuse('race_lost');
  if (planned === null && price === null) return now;
  if (isBeingPaid(now) || (await hasOpenCharge(tx, now.id))) return refuse('payment_in_progress');
  if (planned !== null && (await isUnheldOfCustomer(tx, [now]))) return refuse('not_changeable');
  return now;
}

/** Refuses a change to a job that has changed since the user saw it; the office is told who changed it. */
async function refuseChanged(ctx: Context, job: JobRow): Promise<Refusal<'visit_changed'>> {
  if (!may(ctx.actor, seeHistory)) return refuse('visit_changed');
  const last = await ctx.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subjectKind', '=', 'job')
    .where('subjectID', '=', job.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return refuse('visit_changed');
  const name = (await namesOf(ctx, job, [last])).get(last.actorID ?? '');
  if (name === undefined) return refuse('visit_changed');
  const who = idOf(ctx.actor) === last.actorID ? 'You have' : `${name} has`;
  return refuse('visit_changed', {
    detail: `${who} just changed this visit. Nothing was saved. Check it, then try again.`,
  });
}

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
  const customerID = fields.customerID ?? before.customerID;
  if (customerID !== before.customerID && !(await changeHolder(tx, before, customerID)))
    return refuse('not_found');
  const crew = planned === null ? null : await takeTime(tx, before, { planned, customerID });
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
  if (job.status === 'pending' && (price !== null || customerID !== before.customerID))
    await renewPaymentRequest(tx, before, job);
  const given =
    action === 'refund' && price ? await giveBack(tx, job, { cents: -price.difference, reason }) : null;
  return given ?? job;
}

/** Moves the hold of a single visit to another customer. */
async function changeHolder(tx: Tx, job: JobRow, customerID: string): Promise<boolean> {
  if (!(await keepAccountOpen(tx, customerID))) return false;
  await tx.db.updateTable('job_hold').set({ customerID }).where('id', '=', job.holdID).execute();
  return true;
}

async function takeTime(
  tx: Tx,
  { id: jobID, holdExpiresAt: until }: JobRow,
  { planned, customerID }: { readonly planned: PlannedUpdate; readonly customerID: string },
): Promise<string[] | Refusal<'slot_taken'>> {
  const { need, named, overridesSoftRules, start, staying, places } = planned;
  const taken = await takeSlots(tx, {
    visits: [{ jobID, customerID, need, named, overridesSoftRules, start, staying }],
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
      customerID: job.customerID,
      jobType: (fields.jobType ?? job.jobType) as JobRow['jobType'],
      packageID: fields.packageID ?? job.packageID,
      postal: fields.addressPostal ?? job.addressPostal,
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
  const held = await holdCredits(tx, { jobID: job.id, customerID: job.customerID, hours });
  if (held < hours)
    throw new Error(`Job ${job.id} returned ${hours} hours but only ${held} could be held again`);
  if (job.status === 'paid') await spendCredits(tx, job.id, incomeOf(job));
}

function priceFields(job: JobRow, price: PriceChange | null, action: DifferenceAction | null): JobFields {
  if (price === null) return {};
  const { quote, difference } = price;
  return {
    price: JSON.stringify(quote),
    creditsUsed: creditsIn(quote),
    amountToPay: amountAfter({ amountToPay: job.amountToPay, difference }, action),
  };
}

function timeOf(tx: Tx, job: JobRow, planned: PlannedUpdate | null): JobFields {
  if (planned === null) return {};
  const moves = !readDatabaseTime(job.startsAt).equals(planned.start);
  const isCustomersMove = moves && !may(tx.actor, changeOutsideTerms) && goesAhead(job.status);
  return {
    ...(moves ? { startsAt: planned.start.toString() } : {}),
    ...(readDatabaseTime(job.endsAt).equals(planned.end) ? {} : { endsAt: planned.end.toString() }),
    ...(isCustomersMove ? { hasChangedDate: true } : {}),
  };
}

async function giveBack(tx: Tx, job: JobRow, { cents, reason }: { cents: Cents; reason: string }) {
  const refunded = await refundDifference(tx, job.id, { cents, reason: reason || 'Visit changed' });
  return isRefusal(refunded) ? refunded : null;
}

/** Sends a new payment request for an office hold after its price or customer has changed. */
export async function renewPaymentRequest(tx: Tx, before: JobRow, job: JobRow): Promise<void> {
  if (!isHeldByOffice(job) || job.holdID === null || job.holdExpiresAt === null) return;
  await tx.outbox.withdraw(tx, paymentRequestKeys([before]));
  const rows = await tx.db
    .selectFrom('job')
    .select('id')
    .where('holdID', '=', job.holdID)
    .where('status', '=', 'pending')
    .execute();
  const ids = rows.map(({ id }) => id);
  const held = await findJobs(tx, ids);
  const heldUntil = readDatabaseTime(job.holdExpiresAt);
  await tx.outbox.publishAll(tx, paymentRequest(tx, held, { heldUntil }));
}

/** Previews an update without applying it. */
export async function previewUpdate(
  ctx: Context,
  jobID: string,
  body: z.output<typeof previewCall.body>,
): Promise<UpdatePreview | NotPlanned> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const update = await decideUpdate(ctx, job, visitUpdate(ctx, body));
  if (isRefusal(update)) return update;
  const planned = update.visit === null ? null : await planCrew(ctx, job, update.visit);
  if (isRefusal(planned)) return planned;
  const after = { ...job, ...(update.fields as Partial<JobRow>) };
  const { quote = job.price, difference = 0, creditsReturned = 0 } = update.price ?? {};
  const zone = ctx.config.BUSINESS_TZ;
  return {
    startTime: instantToWire(planned?.start ?? readDatabaseTime(job.startsAt), zone),
    endTime: instantToWire(planned?.end ?? readDatabaseTime(job.endsAt), zone),
    hours: after.hours,
    breakHours: after.breakHours,
    numCleaners: after.numCleaners,
    ...(await crewsOf(ctx, job, planned?.crew)),
    price: { ...quote, lines: [...quote.lines] },
    amountToPay: job.amountToPay + difference,
    difference,
    creditsReturned,
    actions: [...actionsFor(difference, { isPaid: job.status === 'paid', smallestCharge: SMALLEST_CHARGE })],
  };
}

async function crewsOf(ctx: Context, job: JobRow, planned: readonly string[] | undefined) {
  const before = job.crew.map((member) => member.id);
  const crew = planned ?? before;
  const joining = crew.filter((id) => !before.includes(id));
  const leaving = before.filter((id) => !crew.includes(id));
  const cards = new Map((await cleanerCards(ctx, [...crew, ...leaving])).map((card) => [card.id, card]));
  const shown = (ids: readonly string[]) => ids.flatMap((id) => nameOf(cards.get(id)));
  return { cleaners: shown(crew), joining: shown(joining), leaving: shown(leaving) };
}

function nameOf(card: CleanerCard | undefined) {
  if (card === undefined) return [];
  const { id, firstname, lastname, fullname, profilePhoto } = card;
  return [{ id, firstname, lastname, fullname, profilePhoto }];
}
