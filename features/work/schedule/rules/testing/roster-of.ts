import { isSuited } from '../choose-crew.ts';
import type { BusySpan, Diary } from '../diary.ts';
import type { Roster, SharedSpan, SharedWeek } from '../roster.ts';
import type { VisitNeed } from '../visit-need.ts';

/** The roster of the suitable cleaners for a visit, as the server would build it: identical entries are shared. */
export function rosterOf(diaries: readonly Diary[], need: VisitNeed): Roster {
  const suited = diaries.filter((diary) => isSuited(diary, need));
  const weeks = new Map<string, SharedWeek & { places: number[] }>();
  const busy = new Map<string, SharedSpan & { places: number[] }>();
  for (const [place, diary] of suited.entries()) {
    for (const [weekday, day] of Object.entries(diary.week)) {
      const week = { [weekday]: day };
      placesFor(weeks, JSON.stringify(week), { week, places: [] }).push(place);
    }
    for (const span of diary.busy) placesFor(busy, keyOf(span), { ...span, places: [] }).push(place);
  }
  return {
    cleanerIds: suited.map((diary) => diary.cleanerId),
    weeks: [...weeks.values()],
    busy: [...busy.values()].sort((a, b) => a.start - b.start),
  };
}

function placesFor<T extends { places: number[] }>(known: Map<string, T>, key: string, first: T): number[] {
  const found = known.get(key) ?? first;
  known.set(key, found);
  return found.places;
}

function keyOf({ kind, start, end, postal, jobId, onlyJobType }: BusySpan): string {
  return JSON.stringify([kind, start, end, postal, jobId, onlyJobType]);
}
