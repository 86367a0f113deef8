import { CLAIM_DAYS, GIFT_VALID_MONTHS, VALID_MONTHS } from '#features/packages/rules/credit-terms.ts';

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

/** The expiry of a lot that hours come back to: its own, unless that has passed. */
export function expiryAfterReturn(
  expiresAt: Temporal.Instant | null,
  now: Temporal.Instant,
  zone: string,
): Temporal.Instant | null {
  if (expiresAt === null) return null;
  return Temporal.Instant.compare(expiresAt, now) > 0 ? expiresAt : later(now, zone, { days: GRACE_DAYS });
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
