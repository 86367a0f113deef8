/** A visit is reminded of so long ahead. */
export const REMINDER_AHEAD = Temporal.Duration.from({ hours: 24 });
/** An unpaid booking of a customer, held for 15 minutes, is reminded of so long before its hold ends. */
export const HOLD_AHEAD = Temporal.Duration.from({ minutes: 5 });
/** The same of a booking by the office, which is held for hours: there is time to find a card, or to call. */
export const OFFICE_HOLD_AHEAD = Temporal.Duration.from({ hours: 3 });
/** A hold that lasts longer than this is one of the office. Customers' holds last 45 minutes at most. */
export const LONGEST_OWN_HOLD = Temporal.Duration.from({ hours: 1 });

/** A visit as it stands at the moment at which its reminder is due. */
export interface DueVisit {
  readonly takesPlace: boolean;
  readonly hasBegun: boolean;
  readonly startsAt: Temporal.Instant;
  readonly agreedAt: Temporal.Instant;
}

/** Whether to remind of it now. Who booked within the last day has just read when it is. */
export function isReminded(
  { takesPlace, hasBegun, startsAt, agreedAt }: DueVisit,
  now: Temporal.Instant,
): boolean {
  const dueAt = startsAt.subtract(REMINDER_AHEAD);
  const isDue = isUpTo(dueAt, now) && isUpTo(now, startsAt);
  return takesPlace && !hasBegun && isDue && isUpTo(agreedAt, dueAt);
}

function isUpTo(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) <= 0;
}
