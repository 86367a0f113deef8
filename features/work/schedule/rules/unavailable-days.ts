import { type Diary, type Reason, whyNotFree } from './diary.ts';
import { bookableStarts, type Opening } from './opening.ts';
import { fixedTravel } from './travel.ts';
import { MIN_HOURS } from './visit-length.ts';
import { slotQuery, type VisitNeed } from './visit-need.ts';

/** `not-bookable`: over, too soon or too far ahead, regardless of who works. */
export type UnavailableReason = 'holiday' | 'not-bookable' | 'full' | 'time-off' | 'not-working';

/** The shortest visit, without an address: it may be next door to any other. */
const SHORTEST_VISIT: VisitNeed = {
  minutes: MIN_HOURS * 60,
  numCleaners: 1,
  postal: '',
  regionID: null,
  gender: '',
  hasPets: false,
  language: '',
  travel: fixedTravel(0),
};

/**
 * Why none of these cleaners can serve on a day; null if at least one of them has room for the shortest visit at a
 * bookable time.
 */
export function whyDayIsUnavailable(
  day: Temporal.PlainDate,
  diaries: readonly Diary[],
  opening: Opening,
): UnavailableReason | null {
  if (opening.closedDays.has(day.toString())) return 'holiday';
  const starts = bookableStarts(day, SHORTEST_VISIT.minutes, opening);
  if (starts.length === 0) return 'not-bookable';
  const reasons = new Set<Reason>();
  for (const start of starts) {
    const query = slotQuery(SHORTEST_VISIT, start, opening.zone);
    for (const diary of diaries) {
      const reason = whyNotFree(diary, query);
      if (reason === null) return null;
      reasons.add(reason);
    }
  }
  const only = (...of: Reason[]) => [...reasons].every((reason) => of.includes(reason));
  if (only('day-off', 'outside-hours')) return 'not-working';
  return only('day-off', 'outside-hours', 'time-off', 'block') ? 'time-off' : 'full';
}
