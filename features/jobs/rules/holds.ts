/** A slot is kept this long for payment. Source: API.md 6. */
export const HOLD_MINUTES = 15;
/** Live holds of one customer; a series counts as one. Source: API.md 9. */
export const MOST_LIVE_HOLDS = 5;

/** A declined payment leaves the person at least this long to try another card. Source: DOMAIN.md 3.4. */
const RETRY_MINUTES = 10;
/** Declines lengthen a hold so far beyond its first end and no further, or declined cards would block a slot for ever. */
const MOST_LENGTHENING_MINUTES = 30;

/** When a hold that begins now ends. */
export function holdUntil(now: Temporal.Instant): Temporal.Instant {
  return now.add({ minutes: HOLD_MINUTES });
}

/** When a hold ends after a declined card: a little later where little time is left, up to a bound; never earlier. */
export function holdAfterDecline(
  hold: { readonly expiresAt: Temporal.Instant; readonly bookedAt: Temporal.Instant },
  now: Temporal.Instant,
): Temporal.Instant {
  const wanted = now.add({ minutes: RETRY_MINUTES });
  const bound = holdUntil(hold.bookedAt).add({ minutes: MOST_LENGTHENING_MINUTES });
  const until = Temporal.Instant.compare(wanted, bound) < 0 ? wanted : bound;
  return Temporal.Instant.compare(hold.expiresAt, until) < 0 ? until : hold.expiresAt;
}

/** True once a hold has run out: at its very instant. */
export function isHoldOver(holdExpiresAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(holdExpiresAt, now) <= 0;
}
