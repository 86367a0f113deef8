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
  const namedDiaries = plan.diaries.filter((diary) => plan.named.includes(diary.cleanerId));
  const namedFree = freeCleaners(namedDiaries, plan.need, start, plan.zone);
  if (namedFree.length < plan.named.length) return null;
  const ranked = rankedFor(plan, start);
  const others = ranked.filter((diary) => !plan.named.includes(diary.cleanerId));
  const filled = chooseCrew(others, plan.need.numCleaners - plan.named.length);
  return filled === null ? null : visitAt(plan, start, [...plan.named, ...filled]);
}

/** Who could come, best first: the crew, and who would be asked next. */
export function rankedFor(plan: CrewPlan, start: Temporal.Instant): Diary[] {
  const free = freeCleaners(plan.diaries, plan.need, start, plan.zone);
  return rankCleaners(free, plan.need, start, plan.preference);
}

/** Who comes at another time. anybody: the named ones where they can. named-only: nobody else. */
export type WhoComes = 'anybody' | 'named-only';

/** A time that is gone, and where to look for others. */
export interface TimeSearch {
  readonly wanted: Temporal.Instant;
  readonly days: readonly Temporal.PlainDate[];
  /** What binds these times, where it is not the plan's own. */
  readonly opening?: Opening;
}

/**
 * The nearest free times to each that is gone, nearest first, the earlier of two equally near first. Somebody else at
 * the very same time counts too, when the cleaner was named. Each start is judged once, however many look at it.
 */
export function nearestFree(
  plan: Plan,
  searches: readonly TimeSearch[],
  who: WhoComes = 'anybody',
): PlannedVisit[][] {
  const preference = preferringCrew(plan.preference, plan.named);
  const planning = planningOnce(who === 'named-only' ? plan : { ...plan, named: [], preference });
  const startsOf = startsOnce(plan);
  return searches.map((search) => firstPlanned(planning, nearestFirst(search, startsOf)));
}

/** The times of the named ones, then those of others. */
export function nearestOf(own: readonly PlannedVisit[], others: readonly PlannedVisit[]): PlannedVisit[] {
  const isNew = (visit: PlannedVisit) => !own.some((each) => each.start.equals(visit.start));
  return [...own, ...others.filter(isNew)].slice(0, ALTERNATIVES);
}

type Planning = (start: Temporal.Instant) => PlannedVisit | null;

function planningOnce(plan: CrewPlan): Planning {
  const planned = new Map<number, PlannedVisit | null>();
  return (start) => {
    const known = planned.get(start.epochMilliseconds);
    if (known !== undefined) return known;
    const visit = planVisit(plan, start);
    planned.set(start.epochMilliseconds, visit);
    return visit;
  };
}

type StartsOfDay = (day: Temporal.PlainDate, opening?: Opening) => readonly Temporal.Instant[];

function startsOnce(plan: Plan): StartsOfDay {
  const known = new Map<string, readonly Temporal.Instant[]>();
  return (day, opening = plan.opening) => {
    const key = `${day} ${opening.isLaterDate ?? false}`;
    const starts = known.get(key) ?? bookableStarts(day, plan.need.minutes, opening);
    known.set(key, starts);
    return starts;
  };
}

function firstPlanned(plan: Planning, starts: readonly Temporal.Instant[]): PlannedVisit[] {
  const found: PlannedVisit[] = [];
  for (const start of starts) {
    const visit = plan(start);
    if (visit !== null) found.push(visit);
    if (found.length === ALTERNATIVES) break;
  }
  return found;
}

function nearestFirst({ wanted, days, opening }: TimeSearch, startsOf: StartsOfDay): Temporal.Instant[] {
  return days
    .flatMap((day) => startsOf(day, opening))
    .map((start) => ({ start, away: Math.abs(start.epochMilliseconds - wanted.epochMilliseconds) }))
    .sort((a, b) => a.away - b.away || a.start.epochMilliseconds - b.start.epochMilliseconds)
    .map(({ start }) => start);
}

/** The same preference, with a crew before all others. */
export function preferringCrew(preference: Preference, crew: readonly string[]): Preference {
  return { ...preference, usual: [...crew, ...preference.usual.filter((id) => !crew.includes(id))] };
}

function visitAt(plan: CrewPlan, start: Temporal.Instant, crew: readonly string[]): PlannedVisit {
  return { start, end: start.add({ minutes: plan.need.minutes }), crew };
}
