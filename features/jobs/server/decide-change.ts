import type { z } from 'zod';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { updateJob as call } from '../contract.ts';
import { changedCrew } from '../rules/crew.ts';
import { whyCustomerCannotMove, whyOfficeCannotChange } from '../rules/moving.ts';
import { changeOutsideTerms, chooseCrew } from '../rules/policy.ts';
import { stageOf } from '../rules/stage.ts';
import { isHeld } from './holds.ts';
import type { JobRow } from './job-rows.ts';

export type UpdateBody = z.output<typeof call.body>;

/** What a change asks of the diaries. */
export interface VisitChange {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** False: only the crew changes. */
  readonly moves: boolean;
  /** How many cleaners have to be free for it, and who of them is named. */
  readonly seek: number;
  readonly named: readonly string[];
  /** Who is in the crew already and stays at the same time. */
  readonly staying: readonly string[];
  /** The whole crew, once those who were sought are found. */
  crewWith(found: readonly string[]): readonly string[];
}

export interface Change {
  /** Null when neither the time nor the crew changes. */
  readonly visit: VisitChange | null;
}

interface ChangeRequest {
  readonly body: UpdateBody;
  readonly start: Temporal.Instant | null;
}

/** Whether this person may make this change of a job, and what it asks of the diaries. */
export function decideChange(ctx: Context, job: JobRow, request: ChangeRequest) {
  const oldStart = readDatabaseTime(job.starts_at);
  const start = request.start ?? oldStart;
  const current = job.crew.map((member) => member.id);
  const crew = changedCrew(current, request.body);
  if (crew === null) return refuse('crew_incomplete');
  const moves = !start.equals(oldStart);
  const recrews = crew.some((id, place) => id !== current[place]);
  const isOffice = may(ctx.actor, changeOutsideTerms);
  if (recrews && !may(ctx.actor, chooseCrew))
    return refuse('forbidden', {
      detail: 'Only the office can change the crew. Contact us and we will help.',
    });
  const no = whyNot(ctx, job, { moves, recrews, crew });
  if (no !== null) return refuse(no, no === 'change_too_late' ? { detail: tooLateMessage(job) } : {});
  if (!moves && !recrews) return { visit: null } satisfies Change;
  const end = start.add({ seconds: secondsOf(job) });
  return { visit: { start, end, moves, ...soughtFor(job, { moves, crew, isOffice }) } } satisfies Change;
}

function tooLateMessage({ policy: { freeHours } }: JobRow): string {
  const until = freeHours === 0 ? 'until' : `up to ${freeHours} ${freeHours === 1 ? 'hour' : 'hours'} before`;
  return `You can move this visit ${until} it starts. Contact us and we will see what we can do.`;
}

interface RequestedChange {
  readonly moves: boolean;
  readonly recrews: boolean;
  readonly crew: readonly string[];
}

function whyNot(ctx: Context, job: JobRow, requested: RequestedChange) {
  if (job.trashed_at !== null) return 'not_changeable';
  const movable = {
    status: job.status === 'pending' && !isHeld(job, ctx.clock.now()) ? 'expired' : job.status,
    start: readDatabaseTime(job.starts_at),
    hasChangedDate: job.has_changed_date,
    policy: job.policy,
    begun: stageOf(job.crew) !== 'upcoming',
    finished: stageOf(job.crew) === 'done',
  };
  const isOffice = may(ctx.actor, changeOutsideTerms);
  if (!isOffice && requested.moves) return whyCustomerCannotMove(movable, ctx.clock.now());
  if (!isOffice || !(requested.moves || requested.recrews)) return null;
  // Who has clocked in was there: that stays written.
  const dropsWorker = job.crew.some(
    (member) => member.startedAt !== null && !requested.crew.includes(member.id),
  );
  return dropsWorker ? 'not_changeable' : whyOfficeCannotChange(movable);
}

/**
 * The office names its crew: the one it has, where it names nobody. A customer keeps a preferred crew; any other
 * may come in part from who is free. Who stays at the same time is not asked again.
 */
function soughtFor(job: JobRow, how: { moves: boolean; crew: readonly string[]; isOffice: boolean }) {
  const { moves, crew, isOffice } = how;
  const current = job.crew.map((member) => member.id);
  if (!moves) {
    const newcomers = crew.filter((id) => !current.includes(id));
    const staying = crew.filter((id) => current.includes(id));
    return { seek: newcomers.length, named: newcomers, staying, crewWith: () => crew };
  }
  if (isOffice || job.cleaner_type === 'preferred')
    return { seek: crew.length, named: crew, staying: [], crewWith: () => crew };
  return {
    seek: crew.length,
    named: [],
    staying: [],
    crewWith: (found: readonly string[]) => inPlaces(current, found),
  };
}

/** Who stays keeps the place; newcomers take those that are left. */
function inPlaces(current: readonly string[], found: readonly string[]): string[] {
  const newcomers = found.filter((id) => !current.includes(id));
  return current.map((id) => (found.includes(id) ? id : (newcomers.shift() ?? id)));
}

function secondsOf(job: JobRow): number {
  return readDatabaseTime(job.ends_at).since(readDatabaseTime(job.starts_at)).total('seconds');
}
