import { wrongEnd } from '#features/work/schedule/rules/visit-length.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import { readDatabaseTime, readInstant } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { changedCrew, namesByPosition } from '../rules/crew.ts';
import { type MovableJob, whyCustomerCannotMove, whyOfficeCannotChange } from '../rules/moving.ts';
import { changeOutsideTerms, chooseCrew, nameJob } from '../rules/policy.ts';
import type { PriceChange } from '../rules/price-difference.ts';
import { stageOf } from '../rules/stage.ts';
import type { JobFields } from './change-job.ts';
import { isHeld } from './holds.ts';
import type { JobRow } from './job-rows.ts';
import { type RequestedUpdate, resolveUpdate } from './resolve-update.ts';
import { requirementsOf } from './visit-requirements.ts';

/** A visit after an update, whose crew has to be planned: what it requires of the diaries, as plain data. */
export interface VisitToPlan {
  readonly start: Temporal.Instant;
  /** False if the time stays the same. */
  readonly moves: boolean;
  /** Where it is after the update. */
  readonly home: Pick<JobRow, 'customer_id' | 'address_id'>;
  readonly need: VisitRequirements;
  /** How many cleaners have to be found, and which of them are named. */
  readonly seek: number;
  readonly named: readonly string[];
  /** Crew members who stay and need no availability check. */
  readonly staying: readonly string[];
  /** The crew by position: a member who is found again keeps their position. */
  readonly positions: readonly string[];
  /** Crew members who come if they can; the system finds the rest. */
  readonly preferred: readonly string[];
  /** Soft rules do not exclude the named cleaners. */
  readonly overridesSoftRules: boolean;
}

export interface Update {
  /** The job's columns except price, time and crew. */
  readonly fields: JobFields;
  readonly price: PriceChange | null;
  /** Null if neither time nor crew changes and the crew's availability is not affected. */
  readonly visit: VisitToPlan | null;
}

/** Whether the current actor may make this update, and what it requires of the diaries. */
export async function decideUpdate(ctx: Context, job: JobRow, body: RequestedUpdate) {
  const foreign = officeOnly(ctx, job, body);
  if (foreign !== null) return foreign;
  const booking = await resolveUpdate(ctx, job, body);
  if (isRefusal(booking)) return booking;
  const oldStart = readDatabaseTime(job.starts_at);
  const wanted = body.startTime === undefined ? null : readInstant(body.startTime, ctx.config.BUSINESS_TZ);
  const start = wanted ?? oldStart;
  const after = { ...job, ...(booking.fields as Partial<JobRow>) };
  const wrong = wrongEndOf(ctx, body, { start, hours: after.hours, breakHours: after.break_hours });
  if (wrong !== null) return refuse('invalid', { errors: [wrong] });
  const current = job.crew.map((member) => member.id);
  const crew = changedCrew(workersFirst(job, after.num_cleaners), body, after.num_cleaners);
  if (crew === null) return refuse('crew_incomplete');
  const moves = !start.equals(oldStart);
  const recrews = crew.join() !== current.slice(0, crew.length).join() || crew.length < current.length;
  const isSized = after.num_cleaners === current.length;
  if (recrews && isSized && !may(ctx.actor, chooseCrew))
    return refuse('forbidden', {
      detail: 'Only the office can change the crew. Contact us and we will help.',
    });
  const rebooks = Object.keys(booking.fields).length > 0;
  const no = whyNot(ctx, job, { moves, recrews, rebooks, crew });
  if (no !== null) return refuse(no, no === 'change_too_late' ? { detail: tooLateMessage(job) } : {});
  const update = { fields: { ...booking.fields, ...notesOf(body) }, price: booking.price };
  const need = await requirementsOf(ctx, after);
  const asksAgain =
    after.customer_id !== job.customer_id || !isSameNeed(need, await requirementsOf(ctx, job));
  if (!moves && !recrews && !asksAgain) return { ...update, visit: null } satisfies Update;
  const overridesSoftRules = body.overrideReason !== undefined;
  const how = { moves, crew, isOffice: may(ctx.actor, changeOutsideTerms) };
  const sought = asksAgain ? soughtAnew(job, body, { after, crew }) : soughtFor(job, how);
  const home = { customer_id: after.customer_id, address_id: after.address_id };
  return { ...update, visit: { start, moves, need, home, ...sought, overridesSoftRules } } satisfies Update;
}

function wrongEndOf(ctx: Context, { endTime }: RequestedUpdate, visit: Parameters<typeof wrongEnd>[1]) {
  return endTime === undefined ? null : wrongEnd(readInstant(endTime, ctx.config.BUSINESS_TZ), visit);
}

/** Puts those who have clocked in first, so that a smaller crew does not drop them. */
function workersFirst(job: JobRow, size: number): string[] {
  const ids = job.crew.map((member) => member.id);
  if (size >= ids.length) return ids;
  const working = job.crew.filter((member) => member.startedAt !== null).map((member) => member.id);
  const kept = [...working, ...ids.filter((id) => !working.includes(id))].slice(0, size);
  return ids.filter((id) => kept.includes(id));
}

function isSameNeed(one: VisitRequirements, other: VisitRequirements): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The office-only parts of an update: label, overridden rules, and whether the customer is notified of another cleaner.
 */
function officeOnly(ctx: Context, job: JobRow, { label, tellCustomer, overrideReason }: RequestedUpdate) {
  if (may(ctx.actor, nameJob)) return null;
  if (label !== undefined && label !== job.label) return refuseField('label', OFFICE_ONLY);
  if (overrideReason !== undefined) return refuseField('overrideReason', OFFICE_ONLY);
  return tellCustomer === undefined ? null : refuseField('tellCustomer', OFFICE_ONLY);
}

const OFFICE_ONLY = 'Only the office can change this.';

function notesOf(body: RequestedUpdate): JobFields {
  return {
    ...(body.label === undefined ? {} : { label: body.label }),
    ...(body.specialRequests === undefined ? {} : { special_requests: body.specialRequests }),
    ...(body.contactDetails === undefined ? {} : { contact_details: body.contactDetails }),
  };
}

function tooLateMessage({ policy: { freeHours } }: JobRow): string {
  const until = freeHours === 0 ? 'until' : `up to ${freeHours} ${freeHours === 1 ? 'hour' : 'hours'} before`;
  return `You can move this visit ${until} it starts. Contact us and we will see what we can do.`;
}

interface ChangedParts {
  readonly moves: boolean;
  readonly recrews: boolean;
  /** A field of the booking changes. */
  readonly rebooks: boolean;
  readonly crew: readonly string[];
}

function whyNot(ctx: Context, job: JobRow, requested: ChangedParts) {
  if (job.trashed_at !== null) return 'not_changeable';
  const movable = {
    status: job.status === 'pending' && !isHeld(job, ctx.clock.now()) ? 'expired' : job.status,
    start: readDatabaseTime(job.starts_at),
    hasChangedDate: job.has_changed_date,
    terms: job.policy,
    begun: stageOf(job.crew) !== 'upcoming',
    finished: stageOf(job.crew) === 'done',
  };
  if (!may(ctx.actor, changeOutsideTerms)) return whyNotForCustomer(movable, requested, ctx.clock.now());
  if (!requested.moves && !requested.recrews && !requested.rebooks) return null;
  // A cleaner who has clocked in was there; the record must keep them.
  const dropsWorker = job.crew.some(
    (member) => member.startedAt !== null && !requested.crew.includes(member.id),
  );
  return dropsWorker ? 'not_changeable' : whyOfficeCannotChange(movable);
}

/** A move is bound by the terms. So is correcting the home, but it does not use up the customer's one move. */
function whyNotForCustomer(job: MovableJob, { moves, rebooks }: ChangedParts, now: Temporal.Instant) {
  if (moves) return whyCustomerCannotMove(job, now);
  return rebooks ? whyCustomerCannotMove({ ...job, hasChangedDate: false }, now) : null;
}

/**
 * The office names its crew; if it names nobody, the current crew stays. A customer keeps a preferred crew; any other
 * crew may be replaced in part by free cleaners. Members who stay at the same time are not checked again.
 */
function soughtFor(job: JobRow, how: { moves: boolean; crew: readonly string[]; isOffice: boolean }) {
  const { moves, crew, isOffice } = how;
  const current = job.crew.map((member) => member.id);
  if (!moves) {
    const newcomers = crew.filter((id) => !current.includes(id));
    const staying = crew.filter((id) => current.includes(id));
    return { seek: newcomers.length, named: newcomers, staying, positions: crew, preferred: [] };
  }
  const named = isOffice || job.cleaner_type === 'preferred' ? crew : [];
  return { seek: crew.length, named, staying: [], positions: crew, preferred: [] };
}

/**
 * Used when the whole crew has to be checked again: the home, crew size or hours change. Named cleaners must all come;
 * of a crew chosen by the system, those who can. Cleaners who have clocked in stay.
 */
function soughtAnew(
  job: JobRow,
  body: RequestedUpdate,
  { after, crew }: { readonly after: JobRow; readonly crew: readonly string[] },
) {
  const working = job.crew.filter((member) => member.startedAt !== null).map((member) => member.id);
  const staying = crew.filter((id) => working.includes(id));
  const asked = crew.filter((id) => !staying.includes(id));
  const isNamed = after.cleaner_type === 'preferred' || namesByPosition(body).some((id) => id !== null);
  const who = isNamed ? { named: asked, preferred: [] } : { named: [], preferred: asked };
  return { seek: after.num_cleaners - staying.length, staying, positions: crew, ...who };
}
