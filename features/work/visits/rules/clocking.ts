import { goesAhead } from '#features/work/jobs/rules/status.ts';

/** A crew member may start this long before the visit, as buses may run early. */
export const EARLY_START_MINUTES = 60;

export interface ClockedJob {
  readonly status: string;
  readonly start: Temporal.Instant;
  /** Midnight at which the visit's business day begins. */
  readonly dayStart: Temporal.Instant;
  /** When the visit was cancelled or this cleaner replaced: what happened before is still taken. Null if neither. */
  readonly endedAt: Temporal.Instant | null;
}

export type NotStartable = 'not_paid' | 'too_early_to_start' | 'not_changeable';

/**
 * Why a crew member cannot clock in or out at a time. Not before the visit's day; for a cleaner also not more than an
 * hour before the visit, and not after it was cancelled or someone else took their place.
 */
export function whyCannotClock(
  job: ClockedJob,
  at: Temporal.Instant,
  isOffice: boolean,
): NotStartable | null {
  if (job.status === 'pending') return 'not_paid';
  if (!goesAhead(job.status) && job.endedAt === null) return 'not_changeable';
  if (!isOffice && job.endedAt !== null && isBefore(job.endedAt, at)) return 'not_changeable';
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

export interface Clocking {
  readonly at: Temporal.Instant;
  /**
   * A person of the office states this time. It replaces an earlier one, whereas a device may repeat what it has sent:
   * of its events the first one counts.
   */
  readonly isStated: boolean;
  readonly isOffice: boolean;
}

/** Handles a start. */
export function decideStart(
  own: OwnClock,
  { at, isStated, isOffice }: Clocking,
): 'save' | 'keep' | 'already_clocked' | 'after_finish' {
  if (own.startedAt === null) return 'save';
  if (!isOffice || (isStated && own.startedAt.equals(at))) return 'keep';
  if (!isStated) return 'already_clocked';
  return own.finishedAt !== null && isBefore(own.finishedAt, at) ? 'after_finish' : 'save';
}

/** Handles a finish, which cannot be before the start. */
export function decideFinish(
  own: OwnClock,
  { at, isStated, isOffice }: Clocking,
): 'save' | 'keep' | 'already_clocked' | 'not_started' | 'before_start' {
  if (own.startedAt === null) return 'not_started';
  if (own.finishedAt !== null) {
    if (!isOffice || (isStated && own.finishedAt.equals(at))) return 'keep';
    if (!isStated) return 'already_clocked';
  }
  return isBefore(at, own.startedAt) ? 'before_start' : 'save';
}

/** Longer than this, a correction is a slip of the keyboard: the longest visit has 12 hours with its break. */
export const MAX_WORK_HOURS = 24;

/** Both times of a crew member as the office states them; null for what did not happen. */
export interface StatedHours {
  readonly start: Temporal.Instant | null;
  readonly finish: Temporal.Instant | null;
}

/** What is wrong with hours as the office states them, by field; null if nothing is. */
export function whyHoursAreWrong(
  { start, finish }: StatedHours,
  { dayStart, now }: { readonly dayStart: Temporal.Instant; readonly now: Temporal.Instant },
): { readonly path: 'startedAt' | 'finishedAt'; readonly message: string } | null {
  const about = (path: 'startedAt' | 'finishedAt', message: string) => ({ path, message });
  if (start === null)
    return finish === null ? null : about('startedAt', 'Enter when they began, or leave both empty.');
  if (isBefore(start, dayStart)) return about('startedAt', 'This is before the day of the visit.');
  if (isBefore(now, start)) return about('startedAt', 'This is in the future.');
  if (finish === null) return null;
  if (isBefore(now, finish)) return about('finishedAt', 'This is in the future.');
  if (isBefore(finish, start)) return about('finishedAt', 'This is before they began.');
  const longest = start.add({ hours: MAX_WORK_HOURS });
  return isBefore(longest, finish)
    ? about('finishedAt', 'This is more than 24 hours after they began.')
    : null;
}

/** Another text after each change of a crew member's times: says which ones a person has seen. */
export function clockVersion({
  startedAt,
  finishedAt,
  correctedAt,
}: OwnClock & { readonly correctedAt: Temporal.Instant | null }): string {
  return [startedAt, finishedAt, correctedAt].map((at) => at?.toString() ?? '-').join(' ');
}

/** A crew member may undo their own finish for this long after the server received it. */
export const UNDO_FINISH_MINUTES = 10;

export interface OwnFinish {
  /** When the server received the finish; null if there is none. */
  readonly receivedAt: Temporal.Instant | null;
  /** A reviewed visit must not change any more. */
  readonly reviewed: boolean;
  /** The office may undo it at any time: it corrects what a cleaner no longer can. */
  readonly isOffice: boolean;
}

/** Handles undoing a finish; a no-op if there is none. */
export function decideUndo(own: OwnFinish, now: Temporal.Instant): 'undo' | 'keep' | 'too_late_to_undo' {
  if (own.receivedAt === null) return 'keep';
  if (own.isOffice) return 'undo';
  const closes = own.receivedAt.add({ minutes: UNDO_FINISH_MINUTES });
  return own.reviewed || isBefore(closes, now) ? 'too_late_to_undo' : 'undo';
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}
