import type { Diary } from '#features/cleaners/rules/diary.ts';
import { freeCleaners } from './choose-crew.ts';
import { bookableStarts, type Opening } from './opening.ts';
import type { VisitNeed } from './slot-ask.ts';

/** So many days may be asked for at once. Source: API.md 3. */
export const MOST_SLOT_DAYS = 62;

export interface OfferedSlot {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly freeIds: readonly string[];
}

/** The starts of a day at which enough cleaners are free, found by the check that booking uses. */
export function offeredSlots(
  day: Temporal.PlainDate,
  need: VisitNeed,
  diaries: readonly Diary[],
  opening: Opening,
): OfferedSlot[] {
  return bookableStarts(day, need.minutes, opening).flatMap((start) => {
    const free = freeCleaners(diaries, need, start, opening.zone);
    if (free.length < need.numCleaners) return [];
    const end = start.add({ minutes: need.minutes });
    return [{ start, end, freeIds: free.map((diary) => diary.cleanerId) }];
  });
}
