/** A phone that is synchronised with the server may still be this many seconds ahead. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/**
 * When something happened on a phone: the time it sent, or now if it sent none. Null if that is in the future; within
 * the tolerance it is capped to now, so that no stored time is in the future.
 */
export function happenedAt(sent: Temporal.Instant | null, now: Temporal.Instant): Temporal.Instant | null {
  if (sent === null || Temporal.Instant.compare(sent, now) <= 0) return sent ?? now;
  const limit = now.add({ seconds: CLOCK_TOLERANCE_SECONDS });
  return Temporal.Instant.compare(sent, limit) <= 0 ? now : null;
}
