import { atMinute, dayOf, minuteOfDay } from '#platform/kernel/business-time.ts';

export const DAY_PARTS = ['any', 'morning', 'afternoon'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

export const ENTRY_STATES = [
  'waiting',
  'offered',
  'booked',
  'passed',
  'declined',
  'withdrawn',
  'closed',
] as const;
export type EntryState = (typeof ENTRY_STATES)[number];
/** Of these, a customer has one at a time for a day and a package. */
export const LIVE_STATES = ['waiting', 'offered'] as const satisfies readonly EntryState[];

/** A person waits for a few days at most; a script would wait for all. */
export const MAX_LIVE_ENTRIES = 5;

/**
 * Minutes since business midnight between which times are offered: 8:00 am to 9:00 pm. An offer is held for half an hour,
 * so one that arrives at night would pass unseen. The same as the quiet hours of messages.
 */
const OFFERS_FROM = 8 * 60;
const OFFERS_UNTIL = 21 * 60;

export function isOfferTime(now: Temporal.Instant, zone: string): boolean {
  const minute = minuteOfDay(now, zone);
  return minute >= OFFERS_FROM && minute < OFFERS_UNTIL;
}

/** The starts in a part of the day: the morning ends at noon. */
export function startsIn(
  part: DayPart,
  starts: readonly Temporal.Instant[],
  zone: string,
): readonly Temporal.Instant[] {
  if (part === 'any') return starts;
  return starts.filter((start) => {
    const noon = atMinute(dayOf(start, zone), 12 * 60, zone);
    return Temporal.Instant.compare(start, noon) < 0 === (part === 'morning');
  });
}

/** What decides about an entry that waits. */
export interface EntryFacts {
  readonly part: DayPart;
  readonly zone: string;
  /** Starts at which a crew is free, and those that may still be booked at all; earliest first. */
  readonly free: readonly Temporal.Instant[];
  readonly bookable: readonly Temporal.Instant[];
  /**
   * The customer's visit of that day with the same package: one that goes ahead, one that is held until it is paid, or
   * none.
   */
  readonly ownVisit: 'going-ahead' | 'held' | null;
}

export type OfferDecision =
  | { readonly kind: 'offer'; readonly start: Temporal.Instant }
  /** Stays in line. */
  | { readonly kind: 'wait' }
  /** Nothing can be offered any more: the lead time is reached, or the customer has booked. */
  | { readonly kind: 'close' };

/** What happens to the next entry in line: its earliest free start is offered. */
export function decideOffer({ part, zone, free, bookable, ownVisit }: EntryFacts): OfferDecision {
  if (ownVisit === 'going-ahead' || startsIn(part, bookable, zone).length === 0) return { kind: 'close' };
  const [start] = startsIn(part, free, zone);
  return start === undefined || ownVisit === 'held' ? { kind: 'wait' } : { kind: 'offer', start };
}

/** What becomes of an offered entry when the hold of its booking ends. */
export function stateAfterHold(how: 'paid' | 'expired' | 'replaced' | 'trashed' | 'cancelled'): EntryState {
  switch (how) {
    case 'paid':
      return 'booked';
    case 'expired':
      return 'passed';
    case 'replaced':
    case 'cancelled':
    case 'trashed':
      return 'declined';
  }
}
