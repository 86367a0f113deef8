import { dayOf } from '#platform/kernel/business-time.ts';
/** Kinds of notification to a cleaner about a visit. */
export type CrewNews = 'new' | 'moved' | 'released';
/** Kinds of notification to a customer about a visit. */
export type CustomerNews = 'booked' | 'moved' | 'other-crew';

/** The state of a visit that a reader was last notified of. Times as PostgreSQL formats them. */
export interface ToldVisit {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly postal: string;
  /** On one line. */
  readonly address: string;
  /** Ids of the cleaners. */
  readonly crew: readonly string[];
}

/**
 * The notification due to a cleaner whose last notification was about the visit as `told`, now that it is `now`; null
 * in either means not theirs. Null if there is nothing to report, such as after a change that was undone.
 */
export function newsForCleaner(told: ToldVisit | null, now: ToldVisit | null): CrewNews | null {
  if (now === null) return told === null ? null : 'released';
  if (told === null) return 'new';
  return isSameVisit(told, now) ? null : 'moved';
}

/**
 * The notification due to a customer whose last notification was about the visit as `told` (null: none yet), now that
 * it goes ahead as `now`.
 */
export function newsForCustomer(told: ToldVisit | null, now: ToldVisit): CustomerNews | null {
  if (told === null) return 'booked';
  // Customers correct the address themselves, so it is not reported to them.
  if (!isSameTime(told, now)) return 'moved';
  return isSameCrew(told, now) ? null : 'other-crew';
}

export function isSameVisit(one: ToldVisit, other: ToldVisit): boolean {
  return isSameTime(one, other) && one.postal === other.postal && one.address === other.address;
}

export function isSameCrew(one: ToldVisit, other: ToldVisit): boolean {
  return one.crew.toSorted().join() === other.crew.toSorted().join();
}

function isSameTime(one: ToldVisit, other: ToldVisit): boolean {
  return one.startsAt === other.startsAt && one.endsAt === other.endsAt;
}

/** Whether a customer is told about a visit by SMS: on its day, because an e-mail may be read too late. */
export function isToldBySms(
  start: Temporal.Instant,
  { now, zone }: { readonly now: Temporal.Instant; readonly zone: string },
): boolean {
  return dayOf(start, zone).equals(dayOf(now, zone));
}
