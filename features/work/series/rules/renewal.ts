/** A renewal is offered from this long before the last visit, when two weekly visits are left. */
export const OFFERED_BEFORE = { hours: 14 * 24 };
/** It is still offered for this long after the last visit: people notice on the day nobody comes. */
export const OFFERED_AFTER = { hours: 7 * 24 };

/** The facts that determine whether to offer a renewal. */
export interface EndingSeries {
  /** The start of its last visit that goes ahead. */
  readonly last: Temporal.Instant;
  readonly declined: boolean;
  /** The customer has booked another series that continues beyond that. */
  readonly goesOn: boolean;
}

/** Whether to offer the customer a renewal now. Renewals are never booked automatically. */
export function isRenewalDue({ last, declined, goesOn }: EndingSeries, now: Temporal.Instant): boolean {
  if (declined || goesOn) return false;
  const from = last.subtract(OFFERED_BEFORE);
  const until = last.add(OFFERED_AFTER);
  return Temporal.Instant.compare(from, now) <= 0 && Temporal.Instant.compare(now, until) < 0;
}
