/** Bought hours can be spent this long. Source: DOMAIN.md 2.2. */
const VALID_MONTHS = 12;
/** Hours received as a gift, from the day they are claimed. Source: DOMAIN.md 2.2. */
const GIFT_VALID_MONTHS = 6;
/** A gift that nobody claims goes back to who sent it. Source: API.md 5. */
const CLAIM_DAYS = 30;
/** Hours that come back after their lot has expired can be spent this long: nobody loses what they had booked with in time. */
const GRACE_DAYS = 30;

/** When hours that are bought, or given by the office, now expire. Calendar months are business time's. */
export function expiryOfNew(now: Temporal.Instant, zone: string): Temporal.Instant {
  return later(now, zone, { months: VALID_MONTHS });
}

export function expiryOfGift(claimedAt: Temporal.Instant, zone: string): Temporal.Instant {
  return later(claimedAt, zone, { months: GIFT_VALID_MONTHS });
}

export function claimUntil(sentAt: Temporal.Instant, zone: string): Temporal.Instant {
  return later(sentAt, zone, { days: CLAIM_DAYS });
}

/** The expiry of a lot that hours come back to: its own, unless that has passed or is about to. */
export function expiryAfterReturn(
  expiresAt: Temporal.Instant | null,
  now: Temporal.Instant,
  zone: string,
): Temporal.Instant | null {
  if (expiresAt === null) return null;
  const least = later(now, zone, { days: GRACE_DAYS });
  return Temporal.Instant.compare(expiresAt, now) > 0 ? expiresAt : least;
}

function later(from: Temporal.Instant, zone: string, by: Temporal.DurationLike): Temporal.Instant {
  return from.toZonedDateTimeISO(zone).add(by).toInstant();
}
