import { type Diary, type Reason, type SlotQuery, whyNotFree } from './diary.ts';

/** No visit is shorter. Source: DOMAIN.md 2.2, "min 3 h". */
const SHORTEST_VISIT_MINUTES = 3 * 60;
/** Visits start on the half hour. */
const STEP_MINUTES = 30;

export type UnavailableReason = 'holiday' | 'full' | 'time-off' | 'not-working';

export interface BusinessDay {
  readonly day: string;
  readonly weekday: number;
  /** Business midnight, in minutes since 1970. */
  readonly start: number;
  readonly holiday: boolean;
}

/**
 * Why none of these cleaners can serve on a day; null when at least one of them has room for the shortest
 * visit somewhere. The ride is left out: the visit may be next door.
 */
export function whyDayIsUnavailable(day: BusinessDay, diaries: readonly Diary[]): UnavailableReason | null {
  if (day.holiday) return 'holiday';
  const reasons = new Set<Reason>();
  for (const diary of diaries) {
    for (let minute = 0; minute + SHORTEST_VISIT_MINUTES <= 24 * 60; minute += STEP_MINUTES) {
      const reason = whyNotFree(diary, visitAt(day, minute));
      if (reason === null) return null;
      reasons.add(reason);
    }
  }
  const only = (...of: Reason[]) => [...reasons].every((reason) => of.includes(reason));
  if (only('day-off', 'outside-hours')) return 'not-working';
  return only('day-off', 'outside-hours', 'time-off', 'block') ? 'time-off' : 'full';
}

function visitAt(day: BusinessDay, startMinute: number): SlotQuery {
  return {
    day: day.day,
    weekday: day.weekday,
    start: day.start + startMinute,
    end: day.start + startMinute + SHORTEST_VISIT_MINUTES,
    startMinute,
    endMinute: startMinute + SHORTEST_VISIT_MINUTES,
    postal: '',
    regionId: null,
    travelBufferMinutes: 0,
  };
}
