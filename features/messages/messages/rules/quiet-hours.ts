import { atMinute, dayOf, minuteOfDay } from '#platform/kernel/business-time.ts';

/** Quiet hours in minutes since business midnight: 21:00 to 08:00. */
const QUIET_FROM = 21 * 60;
const QUIET_UNTIL = 8 * 60;
/** A change of a visit this close is sent at night too. */
const URGENT = Temporal.Duration.from({ hours: 12 });

/** A message about a visit, and when that starts. */
export interface News {
  /** The reader has just caused it and expects the confirmation. */
  readonly isOwnAct: boolean;
  /** A change or a cancellation. */
  readonly isChange: boolean;
  /** The visit's start; for a moved one the earlier of both. Null if it is about no visit. */
  readonly startsAt: Temporal.Instant | null;
}

/** Until when a message is delayed; null if it is not. */
export function heldUntil(news: News, now: Temporal.Instant, zone: string): Temporal.Instant | null {
  if (news.isOwnAct || isUrgent(news, now)) return null;
  const minute = minuteOfDay(now, zone);
  if (minute >= QUIET_UNTIL && minute < QUIET_FROM) return null;
  const today = dayOf(now, zone);
  return atMinute(minute < QUIET_UNTIL ? today : today.add({ days: 1 }), QUIET_UNTIL, zone);
}

function isUrgent({ isChange, startsAt }: News, now: Temporal.Instant): boolean {
  return isChange && startsAt !== null && Temporal.Instant.compare(startsAt, now.add(URGENT)) <= 0;
}
