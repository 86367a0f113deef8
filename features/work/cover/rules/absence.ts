import { dayBounds, dayOf } from '#platform/kernel/business-time.ts';

/** Why a cleaner cannot come. */
export const ABSENCE_REASONS = ['sick', 'family', 'other'] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

/** The description of the time off. */
export const REASON_NAMES: Readonly<Record<AbsenceReason, string>> = {
  sick: 'Sick',
  family: 'Family',
  other: 'Cannot come',
};

/** A cleaner who is away for longer talks to the office, which covers at most as many days at once. */
export const MAX_ABSENT_DAYS = 31;

export interface AbsencePeriod {
  readonly start: Temporal.Instant;
  /** The midnight after the last day. */
  readonly end: Temporal.Instant;
}

/** From now to the end of a day, or why not, as a sentence. */
export function absenceUntil(
  lastDay: Temporal.PlainDate | null,
  { now, zone }: { readonly now: Temporal.Instant; readonly zone: string },
): AbsencePeriod | string {
  const today = dayOf(now, zone);
  const last = lastDay ?? today;
  if (Temporal.PlainDate.compare(last, today) < 0) return 'Choose today or a later day.';
  if (today.until(last).days >= MAX_ABSENT_DAYS) {
    return `Choose a day within ${MAX_ABSENT_DAYS} days. If it takes longer, call the office.`;
  }
  return { start: now, end: dayBounds(last, zone).end };
}

/** An earlier report that has neither ended nor been taken back. */
export interface CurrentAbsence {
  readonly end: Temporal.Instant;
  readonly isCovered: boolean;
}

/**
 * What another report means: `repeat` if the office knows as much already; `conflict` with one that can still be taken
 * back; otherwise it is new, for example because the cleaner is sick for longer than the office has covered.
 */
export function compareAbsence(current: CurrentAbsence | null, end: Temporal.Instant) {
  if (current === null) return 'new';
  const order = Temporal.Instant.compare(end, current.end);
  if (order === 0 || (current.isCovered && order < 0)) return 'repeat';
  return current.isCovered ? 'new' : 'conflict';
}
