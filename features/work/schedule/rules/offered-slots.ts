import type { Opening } from './opening.ts';
import { canCome, countsOf, type Roster, rosterOfDay } from './roster.ts';
import type { VisitNeed } from './visit-need.ts';

/** Maximum days per request: two months. */
export const MAX_SLOT_DAYS = 62;

export interface OfferedSlot {
  readonly start: Temporal.Instant;
  /** The number of free cleaners. */
  readonly cleaners: number;
  /** @param cleaner index in the roster's list of cleaners; -1 is nobody */
  isFree(cleaner: number): boolean;
}

export interface OfferedDay {
  readonly slots: readonly OfferedSlot[];
  /**
   * The number of starts if nothing were booked: those at which enough suitable cleaners work. The ratio of free to
   * possible starts shows how full a day is.
   */
  readonly possible: number;
}

/** The starts of a day at which enough cleaners are free, by the same check as booking. */
export function offeredSlots(
  day: Temporal.PlainDate,
  need: VisitNeed,
  roster: Roster,
  opening: Opening,
): OfferedDay {
  const { starts, atWork, free } = rosterOfDay(day, need, roster, opening);
  const [working, counts] = [countsOf(atWork, starts), countsOf(free, starts)];
  const slots = starts.map((start, i) => ({
    start,
    cleaners: counts[i] ?? 0,
    isFree: (cleaner: number) => canCome(free, cleaner, i),
  }));
  return {
    slots: slots.filter((slot) => slot.cleaners >= need.numCleaners),
    possible: working.filter((count) => count >= need.numCleaners).length,
  };
}
