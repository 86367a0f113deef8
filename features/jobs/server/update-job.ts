import { notBookableMessage, whyNotBookable } from '#features/schedule/rules/opening.ts';
import { type Plan, planVisit, rankedFor } from '#features/schedule/rules/plan-visit.ts';
import {
  findAlternatives,
  planStarts,
  readTimeSettings,
  slotConstraints,
  takeSlots,
  type VisitQuery,
} from '#features/schedule/server/index.ts';
import { readDatabaseTime, readInstant } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keepReply } from '#platform/server/idempotency.ts';
import type { Job } from '../contract/shapes.ts';
import { openingOfJob } from '../rules/job-opening.ts';
import { changeOutsideTerms, nameJob } from '../rules/policy.ts';
import { goesAhead } from '../rules/status.ts';
import { changeJob, type JobFields, lockJob } from './change-job.ts';
import { decideChange, type UpdateBody, type VisitChange } from './decide-change.ts';
import { expireHolds, isBeingPaid } from './holds.ts';
import type { JobRow } from './job-rows.ts';
import { needOf } from './need-of.ts';
import { readJob } from './read-job.ts';
import { isUnheldOfCustomer } from './unpaid-holds.ts';
import { findVisibleJob } from './visible-jobs.ts';

export type NotChanged = Refusal<
  | 'not_found'
  | 'forbidden'
  | 'invalid'
  | 'slot_taken'
  | 'not_bookable'
  | 'not_changeable'
  | 'change_used'
  | 'change_too_late'
  | 'crew_incomplete'
  | 'payment_in_progress'
  | 'unavailable'
>;

/** Each lost round means that somebody else was booked meanwhile; this is a brake. */
const MOST_ROUNDS = 10;
const SPARE_CLEANERS = 3;

/**
 * Moves a visit, changes its crew or its notes. A move and a new crew pass the same guard as a booking: the same
 * rule under the same locks, and the database has the last word.
 */
export async function updateJob(ctx: Context, jobId: string, body: UpdateBody): Promise<Job | NotChanged> {
  for (let round = 1; ; round += 1) {
    const outcome = await tryToUpdate(ctx, jobId, { body, isLast: round === MOST_ROUNDS });
    if (!isRefusal(outcome) || outcome.refusal !== 'race_lost') return outcome as Job | NotChanged;
    if (round === MOST_ROUNDS) return refuse('unavailable');
  }
}

interface Round {
  readonly body: UpdateBody;
  readonly isLast: boolean;
}

async function tryToUpdate(ctx: Context, jobId: string, { body, isLast }: Round) {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  const start = body.startTime === undefined ? null : readInstant(body.startTime, ctx.config.BUSINESS_TZ);
  const change = decideChange(ctx, job, { body, start });
  if (isRefusal(change)) return change;
  const { visit } = change;
  if (visit === null) return inTransaction(ctx, (tx) => applyNotes(tx, job, body));
  const query = await planQuery(ctx, job, visit);
  const plan = await planStarts(ctx, query);
  const refused = whyNotOnOffer(job, visit, plan);
  if (refused !== null) return refused;
  if (planVisit(plan, visit.start) === null) return slotTaken(ctx, job, { visit, query });
  const outcome = await inTransaction(
    ctx,
    (tx) => applyChange(tx, job, { body, visit, plan }),
    slotConstraints,
  );
  const isTaken = isRefusal(outcome) && outcome.refusal === 'slot_taken';
  if (!isTaken) return outcome;
  return isLast ? slotTaken(ctx, job, { visit, query }) : refuse('race_lost');
}

/** Who has to be found for the change: all of the crew when the time moves, else only who is new to it. */
async function planQuery(ctx: Context, job: JobRow, visit: VisitChange): Promise<VisitQuery> {
  const [need, settings] = await Promise.all([needOf(ctx, job), readTimeSettings(ctx)]);
  return {
    settings,
    need: { ...need, numCleaners: visit.seek },
    customerId: job.customer_id,
    home: null,
    named: visit.named,
    starts: [visit.start],
    except: visit.staying,
  };
}

function whyNotOnOffer(job: JobRow, visit: VisitChange, plan: Plan): Refusal<'not_bookable'> | null {
  if (!visit.moves) return null;
  const opening = openingOfJob(plan.opening, { isOfSeries: job.series_id !== null });
  const reason = whyNotBookable(visit.start, plan.need.minutes, opening);
  return reason === null
    ? null
    : refuse('not_bookable', { detail: notBookableMessage(reason, opening), members: { reason } });
}

interface Search {
  readonly visit: VisitChange;
  readonly query: VisitQuery;
}

/** A crew that comes along is not replaced at another time; for a crew change others are named. */
async function slotTaken(ctx: Context, job: JobRow, { visit, query }: Search) {
  const who = visit.moves && visit.named.length > 0 ? ('named-only' as const) : ('anybody' as const);
  const isLaterDate = job.series_id !== null;
  const sought = { ...query, who };
  const alternatives = await findAlternatives(ctx, sought, { start: visit.start, isLaterDate });
  return refuse('slot_taken', { members: { alternatives } });
}

interface Applied {
  readonly body: UpdateBody;
  readonly visit: VisitChange;
  readonly plan: Plan;
}

async function applyChange(tx: Tx, seen: JobRow, { body, visit, plan }: Applied) {
  const before = await lockAsSeen(tx, seen);
  if (isRefusal(before)) return before;
  if (isBeingPaid(before)) return refuse('payment_in_progress');
  if (await isUnheldOfCustomer(tx, [before])) return refuse('not_changeable');
  const { need, named } = plan;
  const [spares, until] = [SPARE_CLEANERS + need.numCleaners, before.hold_expires_at];
  const { id: jobId, customer_id: customerId } = before;
  const taken = await takeSlots(tx, {
    visits: [{ jobId, customerId, need, named, start: visit.start, staying: visit.staying }],
    candidates: rankedFor(plan, visit.start)
      .slice(0, spares)
      .map((diary) => diary.cleanerId),
    heldUntil: until === null ? null : readDatabaseTime(until),
    onLapsed: expireHolds,
  });
  if (isRefusal(taken)) return taken;
  const crew = visit.crewWith(taken[0]?.crew ?? []);
  await changeJob(tx, jobId, {
    fields: { ...notesOf(tx, body), ...timeOf(tx, before, visit) },
    crew,
    tellsCustomerOfCrew: body.tellCustomer,
  });
  return replyAndKeep(tx, jobId);
}

async function applyNotes(tx: Tx, seen: JobRow, body: UpdateBody) {
  const before = await lockAsSeen(tx, seen);
  if (isRefusal(before)) return before;
  await changeJob(tx, before.id, { fields: notesOf(tx, body) });
  return replyAndKeep(tx, before.id);
}

async function replyAndKeep(tx: Tx, jobId: string) {
  const reply = await readJob(tx, jobId);
  return isRefusal(reply) ? reply : keepReply(tx, reply);
}

/** Locks a job that stands where it stood when the change was decided; after somebody else's change, look again. */
async function lockAsSeen(tx: Tx, seen: JobRow): Promise<JobRow | Refusal<'not_found' | 'race_lost'>> {
  await lockJob(tx, seen.id);
  const now = await findVisibleJob(tx, seen.id);
  return isRefusal(now) || now.version === seen.version ? now : refuse('race_lost');
}

function timeOf(tx: Tx, job: JobRow, visit: VisitChange): JobFields {
  if (readDatabaseTime(job.starts_at).equals(visit.start)) return {};
  const isCustomersMove = !may(tx.actor, changeOutsideTerms) && goesAhead(job.status);
  return {
    starts_at: visit.start.toString(),
    ends_at: visit.end.toString(),
    ...(isCustomersMove ? { has_changed_date: true } : {}),
  };
}

function notesOf(tx: Tx, body: UpdateBody): JobFields {
  const label = may(tx.actor, nameJob) ? body.label : undefined;
  return {
    ...(label === undefined ? {} : { label }),
    ...(body.specialRequests === undefined ? {} : { special_requests: body.specialRequests }),
    ...(body.contactDetails === undefined ? {} : { contact_details: body.contactDetails }),
  };
}
