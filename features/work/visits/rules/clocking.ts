import { goesAhead } from '#features/work/jobs/rules/status.ts';

/** A crew member may start this long before the visit: buses run early too. */
export const EARLY_START_MINUTES = 60;

export interface ClockedJob {
  readonly status: string;
  readonly start: Temporal.Instant;
  /** Midnight at which the visit's business day begins. */
  readonly dayStart: Temporal.Instant;
}

export type NotStartable = 'not_paid' | 'too_early_to_start' | 'not_changeable';

/**
 * Why a crew member cannot clock in or out at a moment. Nobody does before the visit's day; a cleaner not more than
 * an hour before the visit either.
 */
export function whyCannotClock(
  job: ClockedJob,
  at: Temporal.Instant,
  isOffice: boolean,
): NotStartable | null {
  if (job.status === 'pending') return 'not_paid';
  if (!goesAhead(job.status)) return 'not_changeable';
  const opens = job.start.subtract({ minutes: EARLY_START_MINUTES });
  const tooEarly = isBefore(at, job.dayStart) || (!isOffice && isBefore(at, opens));
  return tooEarly ? 'too_early_to_start' : null;
}

/** What is wrong with the reason of a clock-in or clock-out; null when nothing is. Only the office gives one, and always. */
export function whyReasonIsWrong(isOffice: boolean, reason = ''): string | null {
  if (isOffice) return reason === '' ? 'Say why you clock for the cleaner.' : null;
  return reason === '' ? null : 'Only the office gives a reason.';
}

/** A crew member's own clock, before it is changed. */
export interface OwnClock {
  readonly startedAt: Temporal.Instant | null;
  readonly finishedAt: Temporal.Instant | null;
}

/** What becomes of a start: the first one counts, a further one changes nothing. */
export function decideStart(own: OwnClock): 'save' | 'keep' {
  return own.startedAt === null ? 'save' : 'keep';
}

/** What becomes of a finish. It cannot lie before the start; the first one counts. */
export function decideFinish(
  own: OwnClock,
  at: Temporal.Instant,
): 'save' | 'keep' | 'not_started' | 'before_start' {
  if (own.startedAt === null) return 'not_started';
  if (own.finishedAt !== null) return 'keep';
  return isBefore(at, own.startedAt) ? 'before_start' : 'save';
}

/** For this long after the server heard of it, a crew member may take their own finish back. */
export const UNDO_FINISH_MINUTES = 10;

export interface OwnFinish {
  /** When the server heard of the finish; null when there is none. */
  readonly receivedAt: Temporal.Instant | null;
  /** The customer has said how it was: what they spoke about stays as it is. */
  readonly reviewed: boolean;
}

/** What becomes of taking a finish back. Without a finish there is nothing to do. */
export function decideUndo(own: OwnFinish, now: Temporal.Instant): 'undo' | 'keep' | 'too_late_to_undo' {
  if (own.receivedAt === null) return 'keep';
  const closes = own.receivedAt.add({ minutes: UNDO_FINISH_MINUTES });
  return own.reviewed || isBefore(closes, now) ? 'too_late_to_undo' : 'undo';
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}
