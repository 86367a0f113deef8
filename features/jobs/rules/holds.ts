/** A slot is kept this long for payment. Source: API.md 6. */
export const HOLD_MINUTES = 15;
/** Live holds of one customer; a series counts as one. Source: API.md 9. */
export const MOST_LIVE_HOLDS = 5;

/** When a hold that begins now ends. */
export function holdUntil(now: Temporal.Instant): Temporal.Instant {
  return now.add({ minutes: HOLD_MINUTES });
}

/** True once a hold has run out: at its very instant. */
export function isHoldOver(holdExpiresAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(holdExpiresAt, now) <= 0;
}
