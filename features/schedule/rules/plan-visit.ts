import { chooseCrew, freeCleaners, type Preference, rankCleaners } from './choose-crew.ts';
import type { Diary } from './diary.ts';
import { bookableStarts, type Opening } from './opening.ts';
import type { VisitNeed } from './visit-need.ts';

/** So many free times are offered when the one asked for is gone. Source: API.md 6. */
export const ALTERNATIVES = 3;

/** Everything that decides who could come at a time. */
export interface CrewPlan {
  readonly diaries: readonly Diary[];
  readonly need: VisitNeed;
  readonly preference: Preference;
  /** Exactly these, in this order, or nobody; empty: the system chooses. */
  readonly named: readonly string[];
  readonly zone: string;
}

/** The same, with what decides which times are on offer at all. */
export interface Plan extends CrewPlan {
  readonly opening: Opening;
}

/** One visit with its crew. */
export interface PlannedVisit {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly crew: readonly string[];
}

/** The crew for a time, whole, or null. Named cleaners come first in their order; the system fills the rest. */
export function planVisit(plan: CrewPlan, start: Temporal.Instant): PlannedVisit | null {
  const ranked = rankedFor(plan, start);
  const free = new Set(ranked.map((diary) => diary.cleanerId));
  if (!plan.named.every((id) => free.has(id))) return null;
  const others = ranked.filter((diary) => !plan.named.includes(diary.cleanerId));
  const filled = chooseCrew(others, plan.need.numCleaners - plan.named.length);
  return filled === null ? null : visitAt(plan, start, [...plan.named, ...filled]);
}

/** Who could come, best first: the crew, and who would be asked next. */
export function rankedFor(plan: CrewPlan, start: Temporal.Instant): Diary[] {
  const free = freeCleaners(plan.diaries, plan.need, start, plan.zone);
  return rankCleaners(free, plan.need, start, plan.preference);
}

/**
 * Who may come at an alternative time. anybody: the named ones where they can. named-first: the times of the named
 * ones before all others. named-only: nobody else.
 */
export type WhoElse = 'anybody' | 'named-first' | 'named-only';

/**
 * The nearest free times to the one that is gone, nearest first, the earlier of two equally near first. Somebody
 * else at the very same time counts too, when the cleaner was named.
 */
export function nearestFree(
  plan: Plan,
  wanted: Temporal.Instant,
  days: readonly Temporal.PlainDate[],
  who: WhoElse = 'anybody',
): PlannedVisit[] {
  const starts = nearestFirst(days, wanted, plan);
  const own = who === 'anybody' ? [] : firstPlanned(plan, starts);
  if (who === 'named-only') return own;
  const anybody: Plan = { ...plan, named: [], preference: preferringCrew(plan.preference, plan.named) };
  const isNew = (start: Temporal.Instant) => !own.some((visit) => visit.start.equals(start));
  return [...own, ...firstPlanned(anybody, starts.filter(isNew))].slice(0, ALTERNATIVES);
}

function firstPlanned(plan: Plan, starts: readonly Temporal.Instant[]): PlannedVisit[] {
  const found: PlannedVisit[] = [];
  for (const start of starts) {
    const visit = planVisit(plan, start);
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

/** The same preference, with a crew before all others. */
export function preferringCrew(preference: Preference, crew: readonly string[]): Preference {
  return { ...preference, usual: [...crew, ...preference.usual.filter((id) => !crew.includes(id))] };
}

function visitAt(plan: CrewPlan, start: Temporal.Instant, crew: readonly string[]): PlannedVisit {
  return { start, end: start.add({ minutes: plan.need.minutes }), crew };
}
