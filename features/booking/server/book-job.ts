import { sql } from 'kysely';
import { lockCleaners } from '#features/cleaners/server/index.ts';
import { MOST_LIVE_HOLDS } from '#features/jobs/rules/holds.ts';
import { endStaleHoldsOf, findJobs, toBookingReply } from '#features/jobs/server/index.ts';
import { notBookableMessage, whyNotBookable } from '#features/schedule/rules/opening.ts';
import { type Plan, rankedFor } from '#features/schedule/rules/plan-visit.ts';
import { type PlannedSeries, planSeries, seriesStarts } from '#features/schedule/rules/series.ts';
import { findAlternatives, loadPlan, type PlanAsked, refreshPlan } from '#features/schedule/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keepReply } from '#platform/server/idempotency.ts';
import { type BookingBody, type NotUnderstood, readWish, type Wish } from './booking-request.ts';
import { showConflicts } from './conflicts.ts';
import { type CompleteWish, saveVisits } from './save-jobs.ts';

/** Cleaners that are locked along with the chosen crew, so that a lost race finds the next one at once. */
const SPARE_CLEANERS = 3;
/** A round is lost only when somebody else has won the same cleaners, so rounds end by themselves; this is a brake. */
const MOST_ROUNDS = 25;

export type NotBooked =
  | NotUnderstood
  | Refusal<'not_bookable' | 'slot_taken' | 'series_conflict' | 'too_many_holds' | 'unavailable'>;

/**
 * Books: prices, picks the crew, holds the slot for the whole crew or for nobody. The crew is picked without
 * locks and checked again under them, by the same rule; the database has the last word. Who loses the race for
 * a cleaner tries the next, and is told the three nearest free times when there is none.
 *
 * @returns the ids of the held jobs, the first date first.
 */
export async function bookJob(
  ctx: Context,
  body: BookingBody,
  customerId: string,
): Promise<string[] | NotBooked> {
  const wish = await readWish(ctx, body, customerId);
  if (isRefusal(wish)) return wish;
  if (wish.start === null || !isComplete(wish)) return refuse('not_found');
  const starts = seriesStarts(wish.start, wish.recurrence, ctx.config.BUSINESS_TZ);
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const outcome = await tryToBook(ctx, wish, starts);
    if (!isRefusal(outcome) || outcome.refusal !== 'race_lost') return outcome as string[] | NotBooked;
  }
  return slotTaken(ctx, wish, wish.start);
}

/** What a plan for a wish is made from. */
export function planFor(wish: Wish, starts: readonly Temporal.Instant[]): PlanAsked {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) throw new Error('A plan needs a start.');
  const { need, named, home } = wish;
  return { need, named, home, customerId: wish.customer?.id ?? null, from: first, until: last };
}

async function tryToBook(ctx: Context, wish: CompleteWish, starts: readonly Temporal.Instant[]) {
  const asked = planFor(wish, starts);
  const plan = await loadPlan(ctx, asked);
  const planned = planSeries(plan, starts);
  const refusal = await whyNotPlanned(ctx, wish, { plan, planned, starts });
  if (refusal !== null) return refusal;
  const served = planned.visits.map((visit) => visit.start);
  const cleanerIds = candidates(plan, planned);
  return inTransaction(ctx, (tx) => holdSlots(tx, wish, { ...asked, plan, cleanerIds, starts: served }));
}

type Slots = PlanAsked & {
  readonly plan: Plan;
  readonly cleanerIds: readonly string[];
  readonly starts: readonly Temporal.Instant[];
};

async function holdSlots(tx: Tx, wish: CompleteWish, slots: Slots) {
  const full = await whyTooManyHolds(tx, wish.customer.id);
  if (full !== null) return full;
  const cleanerIds = await lockCleaners(tx, slots.cleanerIds);
  await endStaleHoldsOf(tx, cleanerIds);
  const fresh = planSeries(await refreshPlan(tx, slots.plan, { ...slots, cleanerIds }), slots.starts);
  if (fresh.conflicts.length > 0) return refuse('race_lost');
  const saved = await saveVisits(tx, wish, fresh.visits);
  if (isRefusal(saved)) return refuse('race_lost');
  if (tx.actor.role === 'admin') await auditBooking(tx, wish, saved);
  if (tx.replyKeeper) await keepReply(tx, toBookingReply(tx, await findJobs(tx, saved)));
  return saved;
}

/** The crews that were picked, and who would be asked next: a named crew has nobody next to it. */
function candidates(plan: Plan, planned: PlannedSeries): string[] {
  const ids = planned.visits.flatMap((visit) => {
    const spare = plan.named.length === plan.need.numCleaners ? 0 : SPARE_CLEANERS;
    const next = rankedFor(plan, visit.start).map((diary) => diary.cleanerId);
    return [...visit.crew, ...next.filter((id) => !visit.crew.includes(id)).slice(0, spare)];
  });
  return [...new Set(ids)];
}

interface Planning {
  readonly plan: Plan;
  readonly planned: PlannedSeries;
  readonly starts: readonly Temporal.Instant[];
}

async function whyNotPlanned(ctx: Context, wish: CompleteWish, planning: Planning) {
  const { plan, planned, starts } = planning;
  const [first] = starts;
  if (planned.conflicts.length === 0 || first === undefined) return null;
  const skips = wish.recurrence !== null && wish.body.onConflict === 'skip';
  if (skips && planned.visits.length > 0) return null;
  if (wish.recurrence === null) {
    const reason = whyNotBookable(first, plan.need.minutes, plan.opening);
    return reason === null
      ? slotTaken(ctx, wish, first)
      : refuse('not_bookable', { detail: notBookableMessage(reason), members: { reason } });
  }
  const conflicts = await showConflicts(ctx, planFor(wish, starts), planned.conflicts);
  return refuse('series_conflict', { members: { conflicts } });
}

async function slotTaken(ctx: Context, wish: Wish, start: Temporal.Instant): Promise<Refusal<'slot_taken'>> {
  const alternatives = await findAlternatives(ctx, planFor(wish, [start]), start);
  return refuse('slot_taken', { members: { alternatives } });
}

/** One booking of a customer at a time gets past here, so that nobody can hold more than allowed by being quick. */
async function whyTooManyHolds(tx: Tx, customerId: string): Promise<Refusal<'too_many_holds'> | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`holds:${customerId}`}, 0))`.execute(tx.db);
  const live = await tx.db
    .selectFrom('job')
    .select(sql<number>`count(distinct coalesce(series_id, id))`.as('holds'))
    .where('customer_id', '=', customerId)
    .where('status', '=', 'pending')
    .where('trashed_at', 'is', null)
    .where('hold_expires_at', '>', tx.clock.now().toString())
    .executeTakeFirstOrThrow();
  return live.holds < MOST_LIVE_HOLDS ? null : refuse('too_many_holds');
}

async function auditBooking(tx: Tx, wish: CompleteWish, jobIds: readonly string[]): Promise<void> {
  for (const id of jobIds) {
    const after = { customerID: wish.customer.id, packageID: wish.pack.id, total: wish.quote.total };
    await audit(tx, { action: 'job.created', subject: { kind: 'job', id }, after });
  }
}

function isComplete(wish: Wish): wish is CompleteWish {
  return wish.customer !== null && wish.address !== null;
}
