import {
  isIncomplete,
  type Plan,
  type PlanCleaner,
  type PlanVisit,
  type Problem,
  type VisitPlan,
} from './problem.ts';

/** What a plan costs, by kind. Unweighted, except for `total`. */
export interface PlanCost {
  readonly total: number;
  /** Minutes between visits. */
  readonly ride: number;
  /** Minutes from and to home. */
  readonly homeRide: number;
  /** Minutes of all late positions. */
  readonly late: number;
  readonly latest: number;
  /** Visits whose crew is not complete, and positions without a cleaner. */
  readonly incomplete: number;
  readonly missing: number;
  /** Cleaners who came before and no longer come. */
  readonly changedCleaners: number;
  /** Minutes. */
  readonly movedStarts: number;
  readonly squaredHours: number;
  readonly preference: number;
}

/** Calculates the cost of a plan from scratch, independently of the search. */
export function costOf(problem: Problem, plan: Plan): PlanCost {
  const { visits, cleaners, weights } = problem;
  const planned = visits.map((visit, v) => ({ visit, plan: plan.visits[v] ?? nobody(visit) }));
  const lateness = planned.flatMap(({ visit, plan: { crew, starts } }) =>
    starts.flatMap((start, i) => (crew[i] === null ? [] : Math.max(0, start - visit.latest))),
  );
  const routes = cleaners.map((cleaner, c) => routeOf(problem, plan, { cleaner, c }));
  const parts = {
    ride: sum(routes.map(({ ride }) => ride)),
    homeRide: sum(routes.map(({ homeRide }) => homeRide)),
    late: sum(lateness),
    latest: Math.max(0, ...lateness),
    incomplete: planned.filter((one) => isIncomplete(one.plan)).length,
    missing: sum(planned.map((one) => one.plan.crew.filter((cleaner) => cleaner === null).length)),
    changedCleaners: sum(planned.map((one) => goneFrom(one.visit, one.plan))),
    movedStarts: sum(planned.map((one) => movedOf(one.visit, one.plan))),
    squaredHours: sum(routes.map(({ minutes }) => (minutes / 60) ** 2)),
    preference: sum(planned.map((one) => preferenceOf(one.visit, one.plan))),
  };
  const total =
    weights.ride * parts.ride +
    weights.homeRide * parts.homeRide +
    weights.late * parts.late +
    weights.latest * parts.latest +
    weights.incomplete * parts.incomplete +
    weights.missing * parts.missing +
    weights.changedCleaner * parts.changedCleaners +
    weights.movedStart * parts.movedStarts +
    weights.squaredHours * parts.squaredHours +
    weights.preference * parts.preference;
  return { total, ...parts };
}

/** Minutes that these cleaners travel, from and to home included. */
export function rideMinutesOf(problem: Problem, plan: Plan, cleaners: readonly number[]): number {
  const routes = cleaners.flatMap((c) => {
    const cleaner = problem.cleaners[c];
    return cleaner === undefined ? [] : [routeOf(problem, plan, { cleaner, c })];
  });
  return sum(routes.map(({ ride, homeRide }) => ride + homeRide));
}

interface OneCleaner {
  readonly cleaner: PlanCleaner;
  readonly c: number;
}

function routeOf({ visits, travel }: Problem, plan: Plan, { cleaner, c }: OneCleaner) {
  const stops = visits.flatMap((visit, v) => {
    const position = plan.visits[v]?.crew.indexOf(c) ?? -1;
    if (position === -1) return [];
    const start = plan.visits[v]?.starts[position] ?? 0;
    return [{ place: visit.place, start, minutes: visit.positions[position]?.minutes ?? 0 }];
  });
  stops.sort((a, b) => a.start - b.start);
  const trip = (from: number, to: number) => travel.ride[from * travel.places + to] ?? 0;
  const first = stops.at(0);
  const last = stops.at(-1);
  const { home } = cleaner;
  const goesOut = home !== null && first !== undefined && last !== undefined;
  return {
    ride: sum(stops.slice(1).map((stop, i) => trip(stops[i]?.place ?? 0, stop.place))),
    homeRide: goesOut ? trip(home, first.place) + trip(last.place, home) : 0,
    minutes: sum(stops.map(({ minutes }) => minutes)),
  };
}

function goneFrom({ before }: PlanVisit, { crew }: VisitPlan): number {
  return before?.crew.filter((cleaner) => cleaner !== null && !crew.includes(cleaner)).length ?? 0;
}

function movedOf({ before }: PlanVisit, { crew, starts }: VisitPlan): number {
  if (before === undefined || isIncomplete(before) || crew.every((cleaner) => cleaner === null)) return 0;
  return Math.abs((starts[0] ?? 0) - (before.starts[0] ?? 0));
}

function preferenceOf({ preference }: PlanVisit, { crew }: VisitPlan): number {
  return sum(crew.map((cleaner) => (cleaner === null ? 0 : (preference?.[cleaner] ?? 0))));
}

function nobody(visit: PlanVisit): VisitPlan {
  return {
    crew: visit.positions.map(() => null),
    starts: visit.positions.map(() => visit.earliest),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
