import { atMinute, dayOf, minuteOfDay } from '#platform/kernel/business-time.ts';

/** Nobody's phone lights up at night. Minutes since business midnight: 21:00 and 8:00. */
const QUIET_FROM = 21 * 60;
const QUIET_UNTIL = 8 * 60;
/** A change of a visit as near as this cannot wait for the morning. */
const URGENT = Temporal.Duration.from({ hours: 12 });

/** What is news of a visit, and when that begins. */
export interface News {
  /** The person has just done it themselves, and waits for the word of it. */
  readonly isOwnAct: boolean;
  /** A change or a cancellation. */
  readonly isChange: boolean;
  /** The visit's start; of one that moves the earlier of both. Null: about no visit. */
  readonly startsAt: Temporal.Instant | null;
}

/** Until when a message waits, null: not at all. */
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
