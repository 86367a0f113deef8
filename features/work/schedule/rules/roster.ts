import type { Week } from '#features/people/cleaners/rules/week.ts';
import { isSuited } from './choose-crew.ts';
import {
  affectingRange,
  type BusySpan,
  type Diary,
  firstFrom,
  isAtWork,
  jobMinutesOf,
  MAX_JOB_MINUTES_A_DAY,
  type SlotQuery,
  whySpanIsInTheWay,
} from './diary.ts';
import { bookableStarts, type Opening } from './opening.ts';
import { slotQueriesOfDay, type VisitNeed } from './visit-need.ts';

/**
 * The diaries of many cleaners, grouped by what they share. Thousands of entries fall into a few kinds, so each kind is
 * evaluated once, by the same functions that `whyNotFree` uses, and the result applies to all cleaners who have it.
 */
export interface Roster {
  /** The cleaners who are suitable for such a home; elsewhere they are referred to by their index in this list. */
  readonly cleanerIDs: readonly string[];
  readonly weeks: readonly SharedWeek[];
  /** Sorted by start. */
  readonly busy: readonly SharedSpan[];
}

export interface SharedWeek {
  /** Complete, or only some of its days. */
  readonly week: Week;
  /** Indexes in `cleanerIDs`. */
  readonly cleaners: readonly number[];
}

export interface SharedSpan extends BusySpan {
  /** Indexes in `cleanerIDs`. */
  readonly cleaners: readonly number[];
}

/** The roster of those of a few cleaners who are suitable for a visit; identical entries are shared, as in `loadRoster`. */
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

/**
 * The availability on one day: a bit set of starts for each cleaner's index, with the first start in the lowest bit.
 */
export interface DayRoster {
  /** The possible starts, regardless of who is free. */
  readonly starts: readonly Temporal.Instant[];
  /** The cleaners who would be free if nothing were booked. */
  readonly atWork: Uint32Array;
  /** The free cleaners: for each cleaner and start exactly what `whyNotFree` returns. */
  readonly free: Uint32Array;
}

/**
 * Evaluates all starts of a day for all cleaners. At most 32 starts, the bits of a number (half hours between opening
 * and closing).
 */
export function rosterOfDay(
  day: Temporal.PlainDate,
  need: VisitNeed,
  roster: Roster,
  opening: Opening,
): DayRoster {
  const starts = bookableStarts(day, need.minutes, opening);
  const queries = slotQueriesOfDay(need, starts, opening.zone);
  const atWork = new Uint32Array(roster.cleanerIDs.length);
  for (const { week, cleaners } of roster.weeks) {
    const bits = bitsWhere(queries, (query) => isAtWork(week, query));
    for (const cleaner of cleaners) atWork[cleaner] = at(atWork, cleaner) | bits;
  }
  return { starts, atWork, free: withoutBusy(atWork, queries, roster) };
}

function withoutBusy(atWork: Uint32Array, queries: readonly SlotQuery[], { busy }: Roster): Uint32Array {
  const [first, last] = [queries[0], queries.at(-1)];
  if (first === undefined || last === undefined) return atWork;
  const free = atWork.slice();
  const jobMinutes = new Float64Array(atWork.length).fill(first.end - first.start);
  const until = affectingRange(last).until;
  for (let i = firstFrom(busy, affectingRange(first).from); i < busy.length; i += 1) {
    const span = busy[i];
    if (span === undefined || span.start >= until) break;
    const taken = bitsWhere(queries, (query) => whySpanIsInTheWay(span, query) !== null);
    // One conversion for all starts of the day: no zone changes its clocks during opening hours (tested in
    // roster.test.ts).
    const minutes = jobMinutesOf(span, first);
    for (const cleaner of span.cleaners) {
      free[cleaner] = at(free, cleaner) & ~taken;
      jobMinutes[cleaner] = (jobMinutes[cleaner] ?? 0) + minutes;
    }
  }
  return free.map((bits, cleaner) => ((jobMinutes[cleaner] ?? 0) > MAX_JOB_MINUTES_A_DAY ? 0 : bits));
}

function bitsWhere(queries: readonly SlotQuery[], isTrue: (query: SlotQuery) => boolean): number {
  return queries.reduce((bits, query, i) => (isTrue(query) ? bits | (1 << i) : bits), 0);
}

function at(bits: Uint32Array, cleaner: number): number {
  return bits[cleaner] ?? 0;
}

/** Whether the cleaner at this index can come at the `i`-th start. */
export function canCome(bits: Uint32Array, cleaner: number, i: number): boolean {
  return (at(bits, cleaner) & (1 << i)) !== 0;
}

/**
 * The number of available cleaners at each start. Counts identical bit sets together: thousands of cleaner-days fall
 * into a few.
 */
export function countsOf(bits: Uint32Array, starts: readonly unknown[]): number[] {
  const alike = new Map<number, number>();
  for (const each of bits) alike.set(each, (alike.get(each) ?? 0) + 1);
  return starts.map((_, i) => {
    let count = 0;
    for (const [kind, cleaners] of alike) if ((kind & (1 << i)) !== 0) count += cleaners;
    return count;
  });
}
