import { CLAIM_DAYS, VALID_MONTHS } from '#features/catalogue/packages/rules/credit-terms.ts';

/**
 * How long hours of an expired lot can be used after they come back from a cancelled visit or a failed
 * refund.
 */
const GRACE_DAYS = 30;

/** When hours expire that are bought, or granted by the office, now. Calendar months in business time. */
export function expiryOfNew(now: Temporal.Instant, zone: string): Temporal.Instant {
  return later(now, zone, { months: VALID_MONTHS });
}

/**
 * Until when a gift can be claimed: 30 days, or until the first of its hours expire, so that no hours expire
 * while they are in escrow.
 * @param hoursExpireAt the earliest expiry of its hours; null if they do not expire.
 */
export function claimUntil(
  sentAt: Temporal.Instant,
  hoursExpireAt: Temporal.Instant | null,
  zone: string,
): Temporal.Instant {
  const latest = later(sentAt, zone, { days: CLAIM_DAYS });
  return hoursExpireAt !== null && Temporal.Instant.compare(hoursExpireAt, latest) < 0
    ? hoursExpireAt
    : latest;
}

interface LotExpiry {
  readonly expiresAt: Temporal.Instant | null;
  /** The expiry before the lot was extended; null if it was not. */
  readonly originalExpiresAt: Temporal.Instant | null;
}

/**
 * When hours that come back from a cancelled visit expire: with their lot, or 30 days from now if that has
 * expired. Hours that were booked during such an extension are not extended again: otherwise booking and
 * cancelling would keep them alive for ever.
 */
export function expiryAfterCancelledVisit(
  lot: LotExpiry,
  bookedAt: Temporal.Instant,
  at: { readonly now: Temporal.Instant; readonly zone: string },
): Temporal.Instant | null {
  const original = lot.originalExpiresAt ?? lot.expiresAt;
  if (lot.expiresAt === null || original === null) return null;
  if (Temporal.Instant.compare(lot.expiresAt, at.now) > 0) return lot.expiresAt;
  const wasBookedInTime = Temporal.Instant.compare(bookedAt, original) < 0;
  return wasBookedInTime ? later(at.now, at.zone, { days: GRACE_DAYS }) : lot.expiresAt;
}

/**
 * As above, for hours taken by a refund that failed. A customer cannot cause this, so they are always
 * extended.
 */
export function expiryAfterFailedRefund(
  expiresAt: Temporal.Instant | null,
  { now, zone }: { readonly now: Temporal.Instant; readonly zone: string },
): Temporal.Instant | null {
  if (expiresAt === null || Temporal.Instant.compare(expiresAt, now) > 0) return expiresAt;
  return later(now, zone, { days: GRACE_DAYS });
}

/** Days before expiry on which a customer is notified, longest first. */
const NOTICES = [30, 7] as const;
export type NoticeDays = (typeof NOTICES)[number];
/** Non-urgent e-mails are sent from this hour of the business day on. */
const FIRST_HOUR = 9;

/** The notice that is due for a lot with this expiry; null if none is, or it was already given. */
export function noticeDue(
  expiry: { readonly expiresAt: Temporal.Instant; readonly given: number | null },
  now: Temporal.Instant,
  zone: string,
): NoticeDays | null {
  const local = now.toZonedDateTimeISO(zone);
  if (local.hour < FIRST_HOUR || Temporal.Instant.compare(expiry.expiresAt, now) <= 0) return null;
  const days = local.toPlainDate().until(expiry.expiresAt.toZonedDateTimeISO(zone).toPlainDate()).days;
  const due = NOTICES.findLast((notice) => days <= notice);
  return due === undefined || (expiry.given !== null && expiry.given <= due) ? null : due;
}

/**
 * The same for a query: a lot whose last notice is `given` (null: none) has one due if it expires before
 * `expiresBefore`. Nothing is due before FIRST_HOUR.
 */
export function noticesDue(
  now: Temporal.Instant,
  zone: string,
): { readonly given: NoticeDays | null; readonly expiresBefore: Temporal.Instant }[] {
  const local = now.toZonedDateTimeISO(zone);
  if (local.hour < FIRST_HOUR) return [];
  const today = local.startOfDay();
  return NOTICES.map((notice, index) => ({
    given: NOTICES[index - 1] ?? null,
    expiresBefore: today.add({ days: notice + 1 }).toInstant(),
  }));
}

function later(from: Temporal.Instant, zone: string, by: Temporal.DurationLike): Temporal.Instant {
  return from.toZonedDateTimeISO(zone).add(by).toInstant();
}
