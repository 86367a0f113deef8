import { CLAIM_DAYS, VALID_MONTHS } from '#features/catalogue/packages/rules/credit-terms.ts';

/**
 * Hours whose lot has expired can be used for this long when their visit is cancelled, or when a refund that took them
 * did not arrive. Source: DOMAIN.md 2.2.
 */
const GRACE_DAYS = 30;

/** When hours that are bought, or given by the office, now expire. Calendar months are business time's. */
export function expiryOfNew(now: Temporal.Instant, zone: string): Temporal.Instant {
  return later(now, zone, { months: VALID_MONTHS });
}

/**
 * Until when a gift can be claimed: 30 days, or until the first of its hours expire, so that no hours expire while
 * they are with nobody.
 * @param hoursExpireAt the earliest expiry of its hours; null: they do not expire.
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
  /** The expiry before the lot was extended; null for a lot that was not. */
  readonly originalExpiresAt: Temporal.Instant | null;
}

/**
 * When hours expire that come back from a cancelled visit: with their lot, or, where that has expired, 30 days from
 * now. Hours that were booked during such an extension are not extended again: otherwise booking and cancelling would
 * keep them for ever.
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

/** As above, of hours that a refund took whose money did not arrive: a customer cannot cause this. */
export function expiryAfterFailedRefund(
  expiresAt: Temporal.Instant | null,
  { now, zone }: { readonly now: Temporal.Instant; readonly zone: string },
): Temporal.Instant | null {
  if (expiresAt === null || Temporal.Instant.compare(expiresAt, now) > 0) return expiresAt;
  return later(now, zone, { days: GRACE_DAYS });
}

/** A customer hears so many days before hours expire; the longest first. Source: DOMAIN.md 2.2. */
const NOTICES = [30, 7] as const;
export type NoticeDays = (typeof NOTICES)[number];
/** Mails that nothing hurries go out from this hour of the business day on. */
const FIRST_HOUR = 9;

/** The notice to give now of a lot that expires then; null for none, or none that was not given already. */
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
 * The same for a query: of the lots whose last notice is `given` (null: none), those that expire before `expiresBefore` have
 * one due. Nothing is due before the first hour of the day.
 */
export function noticesDue(
  now: Temporal.Instant,
  zone: string,
): { readonly given: NoticeDays | null; readonly expiresBefore: Temporal.Instant }[] {
  const local = now.toZonedDateTimeISO(zone);
  if (local.hour < FIRST_HOUR) return [];
  const today = local.startOfDay();
  return NOTICES.map((notice, place) => ({
    given: NOTICES[place - 1] ?? null,
    expiresBefore: today.add({ days: notice + 1 }).toInstant(),
  }));
}

function later(from: Temporal.Instant, zone: string, by: Temporal.DurationLike): Temporal.Instant {
  return from.toZonedDateTimeISO(zone).add(by).toInstant();
}
