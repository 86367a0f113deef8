import { type Diary, whyNotFree } from './diary.ts';
import { bookableStarts, type Opening } from './opening.ts';
import { slotQuery, type VisitNeed } from './visit-need.ts';

/** The same cleaners with nothing booked: only their regular week, regions and gender count. */
export function withoutBookings(diaries: readonly Diary[]): Diary[] {
  return diaries.map((diary) => ({ ...diary, busy: [] }));
}

/**
 * How many starts a day would have for this visit if nobody had booked yet: those within opening hours, lead and
 * horizon at which enough suitable cleaners are at work. What is free, compared with this, says how full a day is.
 *
 * @param diaries without bookings, see `withoutBookings`
 */
export function possibleStarts(
  day: Temporal.PlainDate,
  need: VisitNeed,
  diaries: readonly Diary[],
  opening: Opening,
): number {
  const isPossible = (start: Temporal.Instant) => {
    const query = slotQuery(need, start, opening.zone);
    let missing = need.numCleaners;
    // Looks no further than the crew: months of days are counted at once.
    return diaries.some((diary) => whyNotFree(diary, query) === null && --missing === 0);
  };
  return bookableStarts(day, need.minutes, opening).filter(isPossible).length;
}
