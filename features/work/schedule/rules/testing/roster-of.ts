import { isSuited } from '../choose-crew.ts';
import type { BusySpan, Diary } from '../diary.ts';
import type { Roster, SharedSpan, SharedWeek } from '../roster.ts';
import type { VisitNeed } from '../visit-need.ts';

/** The roster of the suitable cleaners for a visit, as the server would build it: identical entries are shared. */
export function rosterOf(diaries: readonly Diary[], need: VisitNeed): Roster {
  const suited = diaries.filter((diary) => isSuited(diary, need));
  const weeks = new Map<string, SharedWeek & { cleaners: number[] }>();
  const busy = new Map<string, SharedSpan & { cleaners: number[] }>();
  for (const [index, diary] of suited.entries()) {
    for (const [weekday, day] of Object.entries(diary.week)) {
      const week = { [weekday]: day };
      cleanersOf(weeks, JSON.stringify(week), { week, cleaners: [] }).push(index);
    }
    for (const span of diary.busy) cleanersOf(busy, keyOf(span), { ...span, cleaners: [] }).push(index);
  }
  return {
    cleanerIDs: suited.map((diary) => diary.cleanerID),
    weeks: [...weeks.values()],
    busy: [...busy.values()].sort((a, b) => a.start - b.start),
  };
}

function cleanersOf<T extends { cleaners: number[] }>(
  known: Map<string, T>,
  key: string,
  first: T,
): number[] {
  const found = known.get(key) ?? first;
  known.set(key, found);
  return found.cleaners;
}

function keyOf({ kind, start, end, postal, jobID, onlyJobType }: BusySpan): string {
  return JSON.stringify([kind, start, end, postal, jobID, onlyJobType]);
}
