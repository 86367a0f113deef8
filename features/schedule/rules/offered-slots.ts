import { freeCleaners } from './choose-crew.ts';
import { type Diary, type Reason, whyNotFree } from './diary.ts';
import { bookableStarts, type Opening } from './opening.ts';
import { slotQuery, type VisitNeed } from './visit-need.ts';

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
  const starts = bookableStarts(day, need.minutes, opening);
  const possible = possibleAllDay(diaries, need, { first: starts[0], zone: opening.zone });
  return starts.flatMap((start) => {
    const free = freeCleaners(possible, need, start, opening.zone);
    if (free.length < need.numCleaners) return [];
    const end = start.add({ minutes: need.minutes });
    return [{ start, end, freeIds: free.map((diary) => diary.cleanerId) }];
  });
}

/** Reasons that hold for every start of the day: whoever has one at the first has it at all. */
const ALL_DAY: ReadonlySet<Reason | null> = new Set<Reason>(['gender', 'language', 'region', 'day-off']);

/** Months of slots are looked through at once, so nobody is asked twenty times for what is answered by once. */
function possibleAllDay(
  diaries: readonly Diary[],
  need: VisitNeed,
  at: { readonly first: Temporal.Instant | undefined; readonly zone: string },
): readonly Diary[] {
  if (at.first === undefined) return [];
  const query = slotQuery(need, at.first, at.zone);
  return diaries.filter((diary) => !ALL_DAY.has(whyNotFree(diary, query)));
}
