import { goesAhead } from '#features/work/jobs/rules/status.ts';

/** A crew member may start this long before the visit, as buses may run early. */
export const EARLY_START_MINUTES = 60;

export interface ClockedJob {
  readonly status: string;
  readonly start: Temporal.Instant;
  /** Midnight at which the visit's business day begins. */
  readonly dayStart: Temporal.Instant;
}

export type NotStartable = 'not_paid' | 'too_early_to_start' | 'not_changeable';

/**
 * Why a crew member cannot clock in or out at a time. Not before the visit's day; for a cleaner also not more than an
 * hour before the visit.
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

/**
 * Why a clocking's reason is invalid; null if it is valid. It is required for the office and not allowed for others.
 */
export function whyReasonIsWrong(isOffice: boolean, reason = ''): string | null {
  if (isOffice) return reason === '' ? 'Give a reason for clocking in or out for the cleaner.' : null;
  return reason === '' ? null : 'Only the office gives a reason.';
}

/** A crew member's clock before the change. */
export interface OwnClock {
  readonly startedAt: Temporal.Instant | null;
  readonly finishedAt: Temporal.Instant | null;
}

/** Handles a start: only the first one counts. */
export function decideStart(own: OwnClock): 'save' | 'keep' {
  return own.startedAt === null ? 'save' : 'keep';
}

/** Handles a finish: it cannot be before the start, and only the first one counts. */
export function decideFinish(
  own: OwnClock,
  at: Temporal.Instant,
): 'save' | 'keep' | 'not_started' | 'before_start' {
  if (own.startedAt === null) return 'not_started';
  if (own.finishedAt !== null) return 'keep';
  return isBefore(at, own.startedAt) ? 'before_start' : 'save';
}

/** A crew member may undo their own finish for this long after the server received it. */
export const UNDO_FINISH_MINUTES = 10;

export interface OwnFinish {
  /** A reviewed visit can no longer be changed. */
  readonly receivedAt: Temporal.Instant | null;
  /** A reviewed visit must not change any more. */
  readonly reviewed: boolean;
}

/** Handles undoing a finish; a no-op if there is none. */
export function decideUndo(own: OwnFinish, now: Temporal.Instant): 'undo' | 'keep' | 'too_late_to_undo' {
  if (own.receivedAt === null) return 'keep';
  const closes = own.receivedAt.add({ minutes: UNDO_FINISH_MINUTES });
  return own.reviewed || isBefore(closes, now) ? 'too_late_to_undo' : 'undo';
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}
