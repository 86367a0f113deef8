import { chooseCrew, freeCleaners, type Preference, rankCleaners } from './choose-crew.ts';
import type { Diary } from './diary.ts';
import { bookableStarts, type Opening } from './opening.ts';
import type { VisitNeed } from './slot-request.ts';

/** So many free times are offered when the one asked for is gone. Source: API.md 6. */
export const ALTERNATIVES = 3;

/** Everything that decides who could come when. */
export interface Plan {
  readonly diaries: readonly Diary[];
  readonly need: VisitNeed;
  readonly preference: Preference;
  readonly opening: Opening;
  /** Exactly these, in this order, or nobody; empty: the system chooses. */
  readonly named: readonly string[];
}

/** One visit with its crew. */
export interface PlannedVisit {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly crew: readonly string[];
}

/** The crew for a time, whole, or null. Named cleaners come first in their order; the system fills the rest. */
export function planVisit(plan: Plan, start: Temporal.Instant): PlannedVisit | null {
  const ranked = rankedFor(plan, start);
  const free = new Set(ranked.map((diary) => diary.cleanerId));
  if (!plan.named.every((id) => free.has(id))) return null;
  const others = ranked.filter((diary) => !plan.named.includes(diary.cleanerId));
  const filled = chooseCrew(others, plan.need.numCleaners - plan.named.length);
  return filled === null ? null : visitAt(plan, start, [...plan.named, ...filled]);
}

/** Who could come, best first: the crew, and who would be asked next. */
export function rankedFor(plan: Plan, start: Temporal.Instant): Diary[] {
  const free = freeCleaners(plan.diaries, plan.need, start, plan.opening.zone);
  return rankCleaners(free, plan.need, start, plan.preference);
}

/**
 * The nearest free times to the one that is gone, nearest first, the earlier of two equally near first. Somebody
 * else at the very same time counts too, when the cleaner was named.
 */
export function nearestFree(
  plan: Plan,
  wanted: Temporal.Instant,
  days: readonly Temporal.PlainDate[],
): PlannedVisit[] {
  const anybody: Plan = { ...plan, named: [], preference: withFirst(plan.preference, plan.named) };
  const found: PlannedVisit[] = [];
  for (const start of nearestFirst(days, wanted, plan)) {
    const visit = planVisit(anybody, start);
    if (visit !== null) found.push(visit);
    if (found.length === ALTERNATIVES) break;
  }
  return found;
}

function nearestFirst(
  days: readonly Temporal.PlainDate[],
  wanted: Temporal.Instant,
  plan: Plan,
): Temporal.Instant[] {
  const away = (start: Temporal.Instant) => Math.abs(start.epochMilliseconds - wanted.epochMilliseconds);
  return days
    .flatMap((day) => bookableStarts(day, plan.need.minutes, plan.opening))
    .sort((a, b) => away(a) - away(b) || a.epochMilliseconds - b.epochMilliseconds);
}

function withFirst(preference: Preference, first: readonly string[]): Preference {
  return { ...preference, usual: [...first, ...preference.usual.filter((id) => !first.includes(id))] };
}

function visitAt(plan: Plan, start: Temporal.Instant, crew: readonly string[]): PlannedVisit {
  return { start, end: start.add({ minutes: plan.need.minutes }), crew };
}
