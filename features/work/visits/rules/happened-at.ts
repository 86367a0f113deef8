/** A phone that follows the server's time may still be this far ahead of it. Seconds. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/**
 * When something happened on a phone: the moment that it sent, or now where it sent none. Null when that lies in the
 * future; a moment that is ahead by no more than the tolerance counts as now, so that nothing stored lies ahead.
 */
export function happenedAt(sent: Temporal.Instant | null, now: Temporal.Instant): Temporal.Instant | null {
  if (sent === null || Temporal.Instant.compare(sent, now) <= 0) return sent ?? now;
  const limit = now.add({ seconds: CLOCK_TOLERANCE_SECONDS });
  return Temporal.Instant.compare(sent, limit) <= 0 ? now : null;
}
