/** From this long before its last visit on a series is offered to go on: two weekly visits are left then. Ours. */
export const OFFERED_BEFORE = { hours: 14 * 24 };
/** For this long after the last visit it is still offered: people notice on the day nobody comes. Ours. */
export const OFFERED_AFTER = { hours: 7 * 24 };

/** A series as far as its end decides whether to offer more of it. */
export interface EndingSeries {
  /** The start of its last visit that takes place. */
  readonly last: Temporal.Instant;
  readonly declined: boolean;
  /** The customer has booked another series that goes on after that. */
  readonly goesOn: boolean;
}

/** Whether to offer the customer more of a series at this moment. Nothing is ever booked by itself. */
export function isRenewalDue({ last, declined, goesOn }: EndingSeries, now: Temporal.Instant): boolean {
  if (declined || goesOn) return false;
  const from = last.subtract(OFFERED_BEFORE);
  const until = last.add(OFFERED_AFTER);
  return Temporal.Instant.compare(from, now) <= 0 && Temporal.Instant.compare(now, until) < 0;
}
