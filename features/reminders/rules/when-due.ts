/** A visit is reminded of so long ahead. */
export const REMINDER_AHEAD = Temporal.Duration.from({ hours: 24 });
/** An unpaid booking hears that its time is about to go. The hold lasts 15 minutes. */
export const HOLD_AHEAD = Temporal.Duration.from({ minutes: 5 });

/** A visit as it stands at the moment at which its reminder is due. */
export interface DueVisit {
  readonly takesPlace: boolean;
  readonly hasBegun: boolean;
  readonly startsAt: Temporal.Instant;
  readonly paidAt: Temporal.Instant;
}

/** Whether to remind of it now. Who booked within the last day has just read when it is. */
export function isReminded(
  { takesPlace, hasBegun, startsAt, paidAt }: DueVisit,
  now: Temporal.Instant,
): boolean {
  const dueAt = startsAt.subtract(REMINDER_AHEAD);
  const isDue = isUpTo(dueAt, now) && isUpTo(now, startsAt);
  return takesPlace && !hasBegun && isDue && isUpTo(paidAt, dueAt);
}

function isUpTo(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) <= 0;
}
