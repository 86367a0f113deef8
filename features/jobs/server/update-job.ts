import type { z } from 'zod';
import { lockCleaners } from '#features/cleaners/server/index.ts';
import { notBookableMessage, whyNotBookable } from '#features/schedule/rules/opening.ts';
import { type Plan, planVisit, rankedFor } from '#features/schedule/rules/plan-visit.ts';
import {
  findAlternatives,
  loadPlan,
  occupy,
  type PlanAsked,
  refreshPlan,
  release,
} from '#features/schedule/server/index.ts';
import { readDatabaseTime, readInstant } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keepReply } from '#platform/server/idempotency.ts';
import { auditChange } from '#platform/server/records.ts';
import type { Job } from '../contract/shapes.ts';
import type { updateJob as call } from '../contract.ts';
import { tellOfChange } from './announce-change.ts';
import { isBeingPaid } from './being-paid.ts';
import { type Change, decideChange } from './decide-change.ts';
import { needOf } from './hold-again.ts';
import { findJobs, type JobRow } from './job-rows.ts';
import { lockJob } from './lock-job.ts';
import { readJob } from './read-job.ts';
import { saveCrew } from './save-crew.ts';
import { endStaleHoldsOf } from './stale-holds.ts';
import { findVisibleJob } from './visible-jobs.ts';

export type UpdateBody = z.output<typeof call.body>;

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
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const outcome = await tryToUpdate(ctx, jobId, body);
    if (!isRefusal(outcome) || outcome.refusal !== 'race_lost') return outcome as Job | NotChanged;
  }
  return refuse('unavailable');
}

async function tryToUpdate(ctx: Context, jobId: string, body: UpdateBody) {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  const start = body.startTime === undefined ? null : readInstant(body.startTime, ctx.config.BUSINESS_TZ);
  const change = decideChange(ctx, job, { body, start });
  if (isRefusal(change)) return change;
  if (change.visit === null) return inTransaction(ctx, (tx) => applyNotes(tx, job, body));
  const asked = await planForChange(ctx, job, change.visit);
  const plan = await loadPlan(ctx, asked);
  const reason = change.visit.moves
    ? whyNotBookable(change.visit.start, asked.need.minutes, plan.opening)
    : null;
  if (reason !== null)
    return refuse('not_bookable', { detail: notBookableMessage(reason), members: { reason } });
  if (planVisit(plan, change.visit.start) === null) {
    const alternatives = await findAlternatives(ctx, asked, change.visit.start);
    return refuse('slot_taken', { members: { alternatives } });
  }
  const spares = rankedFor(plan, change.visit.start).slice(0, SPARE_CLEANERS + asked.need.numCleaners);
  const cleanerIds = [...new Set([...asked.named, ...spares.map((diary) => diary.cleanerId)])];
  const { visit } = change;
  return inTransaction(ctx, (tx) =>
    applyChange(tx, job, { body, visit, plan, asked: { ...asked, cleanerIds } }),
  );
}

/** Who has to be found for the change: all of the crew when the time moves, else only who is new to it. */
async function planForChange(
  ctx: Context,
  job: JobRow,
  visit: NonNullable<Change['visit']>,
): Promise<PlanAsked> {
  const need = await needOf(ctx, job);
  return {
    need: { ...need, numCleaners: visit.seek },
    customerId: job.customer_id,
    home: null,
    named: visit.named,
    from: visit.start,
    until: visit.start,
  };
}

interface Applied {
  readonly body: UpdateBody;
  readonly visit: NonNullable<Change['visit']>;
  readonly plan: Plan;
  readonly asked: PlanAsked;
}

async function applyChange(tx: Tx, seen: JobRow, { body, visit, plan, asked }: Applied) {
  const before = await lockAsSeen(tx, seen);
  if (isRefusal(before)) return before;
  if (await isBeingPaid(tx, before.id)) return refuse('payment_in_progress');
  const cleanerIds = await lockCleaners(tx, asked.cleanerIds ?? []);
  await endStaleHoldsOf(tx, cleanerIds, [before.id]);
  const planned = planVisit(await refreshPlan(tx, plan, { ...asked, cleanerIds }), visit.start);
  if (planned === null) return refuse('race_lost');
  const crew = visit.crewWith(planned.crew);
  await release(tx, { jobId: before.id });
  const taken = await occupy(tx, {
    jobId: before.id,
    cleanerIds: crew,
    startsAt: visit.start,
    endsAt: visit.end,
    postal: before.address_postal,
  });
  if (isRefusal(taken)) return refuse('race_lost');
  await saveCrew(tx, before, crew);
  await saveTime(tx, before, visit);
  const [after] = await findJobs(tx, [before.id]);
  if (after !== undefined) await tellOfChange(tx, before, after);
  return saveNotes(tx, before, body);
}

async function applyNotes(tx: Tx, seen: JobRow, body: UpdateBody) {
  const before = await lockAsSeen(tx, seen);
  return isRefusal(before) ? before : saveNotes(tx, before, body);
}

/** Locks a job that stands where it stood when the change was decided; after somebody else's change, look again. */
async function lockAsSeen(tx: Tx, seen: JobRow): Promise<JobRow | Refusal<'not_found' | 'race_lost'>> {
  await lockJob(tx, seen.id);
  const now = await findVisibleJob(tx, seen.id);
  return isRefusal(now) || isAsSeen(now, seen) ? now : refuse('race_lost');
}

function isAsSeen(now: JobRow, seen: JobRow): boolean {
  const crewOf = (row: JobRow) => row.crew.map((member) => `${member.id} ${member.startedAt}`).join();
  return (
    now.status === seen.status &&
    now.trashed_at === seen.trashed_at &&
    now.starts_at === seen.starts_at &&
    crewOf(now) === crewOf(seen)
  );
}

async function saveTime(tx: Tx, job: JobRow, visit: NonNullable<Change['visit']>): Promise<void> {
  if (readDatabaseTime(job.starts_at).equals(visit.start)) return;
  const isCustomersMove = tx.actor.role === 'customer' && job.status === 'paid';
  await tx.db
    .updateTable('job')
    .set({
      starts_at: visit.start.toString(),
      ends_at: visit.end.toString(),
      updated_at: tx.clock.now().toString(),
      ...(isCustomersMove ? { has_changed_date: true } : {}),
    })
    .where('id', '=', job.id)
    .execute();
}

async function saveNotes(tx: Tx, before: JobRow, body: UpdateBody): Promise<Job | Refusal<'not_found'>> {
  const label = tx.actor.role === 'admin' ? body.label : undefined;
  await tx.db
    .updateTable('job')
    .set({
      updated_at: tx.clock.now().toString(),
      ...(label === undefined ? {} : { label }),
      ...(body.specialRequests === undefined ? {} : { special_requests: body.specialRequests }),
      ...(body.contactDetails === undefined ? {} : { contact_details: body.contactDetails }),
    })
    .where('id', '=', before.id)
    .execute();
  const [after] = await findJobs(tx, [before.id]);
  if (after === undefined) return refuse('not_found');
  await auditChange(tx, { kind: 'job', id: before.id }, auditedOf(before), auditedOf(after));
  const reply = await readJob(tx, before.id);
  return isRefusal(reply) ? reply : keepReply(tx, reply);
}

function auditedOf(row: JobRow) {
  return {
    startTime: row.starts_at,
    endTime: row.ends_at,
    crew: row.crew.map((member) => member.id),
    label: row.label,
    specialRequests: row.special_requests,
    contactDetails: row.contact_details,
  };
}
