import type { Week } from '#features/people/cleaners/rules/week.ts';
import {
  type BusySpan,
  firstFrom,
  isAtWork,
  jobMinutesOf,
  MOST_JOB_MINUTES_A_DAY,
  reachOf,
  type SlotQuery,
  whySpanIsInTheWay,
} from './diary.ts';
import { bookableStarts, type Opening } from './opening.ts';
import { slotQuery, type VisitNeed } from './visit-need.ts';

/**
 * The diaries of many cleaners at once, by what they share: thousands of entries are of a few kinds, so each kind is
 * judged once, by the functions that `whyNotFree` asks too, and its answer holds for all who have it.
 */
export interface Roster {
  /** Those who may come to such a home at all; the others name them by their places in this list. */
  readonly cleanerIds: readonly string[];
  readonly weeks: readonly SharedWeek[];
  /** Sorted by start. */
  readonly busy: readonly SharedSpan[];
}

export interface SharedWeek {
  /** Whole, or some of its days. */
  readonly week: Week;
  readonly places: readonly number[];
}

export interface SharedSpan extends BusySpan {
  readonly places: readonly number[];
}

/** Who can come when on one day: for each cleaner's place a bit for each start, the first start's the lowest. */
export interface DayRoster {
  /** When a visit may begin, whoever is free. */
  readonly starts: readonly Temporal.Instant[];
  /** Who would be free if nothing were booked. */
  readonly atWork: Uint32Array;
  /** Who is free: of each cleaner and start exactly what `whyNotFree` says. */
  readonly free: Uint32Array;
}

/** Judges all starts of a day, at most 32, the bits of a number (half hours between opening and closing), for everybody. */
export function rosterOfDay(
  day: Temporal.PlainDate,
  need: VisitNeed,
  roster: Roster,
  opening: Opening,
): DayRoster {
  const starts = bookableStarts(day, need.minutes, opening);
  const queries = starts.map((start) => slotQuery(need, start, opening.zone));
  const atWork = new Uint32Array(roster.cleanerIds.length);
  for (const { week, places } of roster.weeks) {
    const bits = bitsWhere(queries, (query) => isAtWork(week, query));
    for (const place of places) atWork[place] = at(atWork, place) | bits;
  }
  return { starts, atWork, free: withoutBusy(atWork, queries, roster) };
}

function withoutBusy(atWork: Uint32Array, queries: readonly SlotQuery[], { busy }: Roster): Uint32Array {
  const [first, last] = [queries[0], queries.at(-1)];
  if (first === undefined || last === undefined) return atWork;
  const free = atWork.slice();
  const jobMinutes = new Float64Array(atWork.length).fill(first.end - first.start);
  const until = reachOf(last).until;
  for (let i = firstFrom(busy, reachOf(first).from); i < busy.length; i += 1) {
    const span = busy[i];
    if (span === undefined || span.start >= until) break;
    const taken = bitsWhere(queries, (query) => whySpanIsInTheWay(span, query) !== null);
    // One day for all its starts: no zone moves its clocks while we are open (roster.test.ts).
    const minutes = jobMinutesOf(span, first);
    for (const place of span.places) {
      free[place] = at(free, place) & ~taken;
      jobMinutes[place] = (jobMinutes[place] ?? 0) + minutes;
    }
  }
  return free.map((bits, place) => ((jobMinutes[place] ?? 0) > MOST_JOB_MINUTES_A_DAY ? 0 : bits));
}

function bitsWhere(queries: readonly SlotQuery[], isTrue: (query: SlotQuery) => boolean): number {
  return queries.reduce((bits, query, i) => (isTrue(query) ? bits | (1 << i) : bits), 0);
}

function at(bits: Uint32Array, place: number): number {
  return bits[place] ?? 0;
}

/** Whether the cleaner at a place can come at the `i`-th start. */
export function canCome(bits: Uint32Array, place: number, i: number): boolean {
  return (at(bits, place) & (1 << i)) !== 0;
}

/** How many can come at each start. Counted by kind: thousands of cleaner-days are of a few. */
export function countsOf(bits: Uint32Array, starts: readonly unknown[]): number[] {
  const alike = new Map<number, number>();
  for (const each of bits) alike.set(each, (alike.get(each) ?? 0) + 1);
  return starts.map((_, i) => {
    let count = 0;
    for (const [kind, cleaners] of alike) if ((kind & (1 << i)) !== 0) count += cleaners;
    return count;
  });
}
