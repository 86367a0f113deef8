import { isIncomplete, type Plan, type PlanCleaner, type PlanVisit, type Problem } from './problem.ts';

/** For a visit that its cleaner cannot do within working hours: far more than any number of minutes. */
const NOT_AT_WORK = 10_000;

/** A position in the crew of a visit, and a stop of the route of the cleaner who has it. */
export interface Stop {
  readonly visit: Visit;
  readonly minutes: number;
  /** The routes of the suited cleaners. */
  readonly candidates: readonly Route[];
  /** By cleaner. */
  readonly isSuited: readonly boolean[];
  /** Its cleaner never changes. */
  readonly isFixed: boolean;
  /** Null while nobody comes. */
  route: Route | null;
  start: number;
  /** At the last commit. */
  saved: { route: Route | null; start: number };
}

/** A visit during the search. */
export interface Visit {
  readonly index: number;
  readonly of: PlanVisit;
  readonly place: number;
  readonly earliest: number;
  readonly stops: readonly Stop[];
  /** The latest start at worst. */
  readonly lastPossible: number;
  readonly frozenStart: number | null;
  /** The start before, if the crew was complete. */
  readonly startBefore: number | null;
  /** By cleaner. */
  readonly sendCosts: readonly number[];
  /** What it costs that nobody of the crew before comes. */
  readonly costWithoutCrew: number;
  /** Its place in the order of all visits. */
  rank: number;
  cost: number;
  /** Minutes by which its starts break a rule. */
  violation: number;
  /** Minutes after its promised start; 0 if the plan's latest start costs nothing. */
  late: number;
  isComplete: boolean;
  /** At the last commit. */
  saved: { rank: number; cost: number; violation: number; late: number; isComplete: boolean };
}

/** The day of a cleaner, in the order of the visits. */
export interface Route {
  readonly index: number;
  readonly of: PlanCleaner;
  /** Replaced, never changed. */
  stops: readonly Stop[];
  cost: number;
  violation: number;
  /** At the last commit. */
  saved: { stops: readonly Stop[]; cost: number; violation: number };
}

/**
 * A plan during the search. Visits are in one order (`rank`), which is also the order of each cleaner's route, so crews
 * can never wait for each other in a circle. Starts follow from the order: the earliest start at which the whole crew has
 * arrived. A change recalculates only the routes that it touches and the visits whose start it affects.
 *
 * A change is `unlink`, `link` and `propagate`, then either `commit` or `undo`. Rules that the starts break are counted in
 * `violations`, in minutes.
 */
export class PlanState {
  readonly problem: Problem;
  readonly visits: readonly Visit[];
  readonly routes: readonly Route[];
  violations = 0;
  incomplete = 0;
  /** Visits that had a complete crew before and have none now. */
  dropped = 0;

  /** Without the latest start of all. */
  private cost = 0;
  private saved = { cost: 0, violations: 0, incomplete: 0, dropped: 0 };
  /** To be recalculated. */
  private readonly touchedVisits: Visit[] = [];
  private readonly touchedRoutes: Route[] = [];
  /** Since the last commit. */
  private readonly changedVisits: Visit[] = [];
  private readonly changedRoutes: Route[] = [];

  /** With the order of another plan, or else by the starts before. */
  constructor(problem: Problem, ranks: readonly number[] = ranksOf(problem.visits)) {
    this.problem = problem;
    this.routes = problem.cleaners.map((of, index) => {
      const empty = { stops: [], cost: 0, violation: 0 };
      return { index, of, ...empty, saved: { ...empty } };
    });
    this.visits = problem.visits.map((of, index) =>
      visitOf(problem, of, { index, ranks, routes: this.routes }),
    );
    for (const visit of this.visits) {
      this.incomplete += 1;
      if (visit.startBefore !== null) this.dropped += 1;
      this.touch(visit);
      for (const [i, stop] of visit.stops.entries()) {
        const c = visit.of.isFrozen ? visit.of.before?.crew[i] : visit.of.positions[i]?.pinned;
        const route = this.routes[c ?? -1];
        if (stop.isFixed && route !== undefined) this.link(stop, route);
      }
    }
    this.propagate();
    this.commit();
  }

  get total(): number {
    const { latest } = this.problem.weights;
    return latest === 0 ? this.cost : this.cost + latest * (this.latestVisit()?.late ?? 0);
  }

  /** The visit that starts latest after its promised time; null if all are on time, or lateness is not measured. */
  latestVisit(): Visit | null {
    let latest: Visit | null = null;
    for (const visit of this.visits) if (visit.late > (latest?.late ?? 0)) latest = visit;
    return latest;
  }

  /** Takes the cleaner of a route to a stop that has none. */
  link(stop: Stop, route: Route): void {
    const { stops } = route;
    let at = 0;
    while (at < stops.length && isBefore((stops[at] as Stop).visit, stop.visit)) at += 1;
    this.touch(stop.visit);
    if (at < stops.length) this.touch((stops[at] as Stop).visit);
    stop.route = route;
    this.setStops(route, stops.toSpliced(at, 0, stop));
  }

  unlink(stop: Stop): void {
    const { route } = stop;
    if (route === null) return;
    const at = route.stops.indexOf(stop);
    this.touch(stop.visit);
    if (at + 1 < route.stops.length) this.touch((route.stops[at + 1] as Stop).visit);
    stop.route = null;
    this.setStops(route, route.stops.toSpliced(at, 1));
  }

  /** Takes everyone from a visit who is not fixed. */
  clear(visit: Visit): void {
    for (const stop of visit.stops) if (!stop.isFixed) this.unlink(stop);
  }

  /** Only while nobody is linked to the visit. */
  setRank(visit: Visit, rank: number): void {
    this.touch(visit);
    visit.rank = rank;
  }

  /** Recalculates the routes and visits touched since, and the visits whose start follows from them. */
  propagate(): void {
    for (const route of this.touchedRoutes) this.recalculateRoute(route);
    this.touchedRoutes.length = 0;
    while (this.touchedVisits.length > 0) this.recalculateVisit(this.takeFirstTouched());
  }

  commit(): void {
    for (const visit of this.changedVisits) saveVisit(visit);
    for (const { saved, stops, cost, violation } of this.changedRoutes) {
      saved.stops = stops;
      saved.cost = cost;
      saved.violation = violation;
    }
    this.changedVisits.length = 0;
    this.changedRoutes.length = 0;
    const { cost, violations, incomplete, dropped } = this;
    this.saved = { cost, violations, incomplete, dropped };
  }

  undo(): void {
    for (const visit of this.changedVisits) restoreVisit(visit);
    for (const route of this.changedRoutes) {
      route.stops = route.saved.stops;
      route.cost = route.saved.cost;
      route.violation = route.saved.violation;
    }
    for (const list of [this.changedVisits, this.changedRoutes, this.touchedVisits, this.touchedRoutes]) {
      list.length = 0;
    }
    Object.assign(this, this.saved);
  }

  /** Numbers the ranks from 0, because fractions between two of them become too small in a long search. */
  renumber(): void {
    for (const [rank, visit] of this.inOrder().entries()) {
      visit.rank = rank;
      visit.saved.rank = rank;
    }
  }

  inOrder(): Visit[] {
    return this.visits.toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
  }

  toPlan(): Plan {
    return {
      visits: this.visits.map(({ stops, of }) => {
        const isEmpty = stops.every(({ route }) => route === null);
        return {
          crew: stops.map(({ route }) => route?.index ?? null),
          starts: stops.map(({ start }) => (isEmpty ? of.earliest : start)),
        };
      }),
    };
  }

  private setStops(route: Route, stops: readonly Stop[]): void {
    route.stops = stops;
    if (!this.touchedRoutes.includes(route)) this.touchedRoutes.push(route);
    if (!this.changedRoutes.includes(route)) this.changedRoutes.push(route);
  }

  private setStart(stop: Stop, start: number): void {
    if (stop.start === start) return;
    stop.start = start;
    const next = neighbour(stop, 1);
    if (next !== null) this.touch(next.visit);
  }

  private touch(visit: Visit): void {
    if (!this.touchedVisits.includes(visit)) this.touchedVisits.push(visit);
    if (!this.changedVisits.includes(visit)) this.changedVisits.push(visit);
  }

  /** A change touches few visits, so a scan is faster than a heap. */
  private takeFirstTouched(): Visit {
    const { touchedVisits } = this;
    let first = 0;
    for (let i = 1; i < touchedVisits.length; i += 1) {
      if (isBefore(touchedVisits[i] as Visit, touchedVisits[first] as Visit)) first = i;
    }
    const visit = touchedVisits[first] as Visit;
    touchedVisits[first] = touchedVisits.at(-1) as Visit;
    touchedVisits.length -= 1;
    return visit;
  }

  private recalculateRoute(route: Route): void {
    const { weights } = this.problem;
    const { cost, violation } = route;
    let minutes = 0;
    let rides = 0;
    let before: Stop | null = null;
    for (const stop of route.stops) {
      minutes += stop.minutes;
      rides += this.rideCost(route, before, stop);
      before = stop;
    }
    if (before !== null) rides += this.rideCost(route, before, null);
    route.cost = rides + weights.squaredHours * (minutes / 60) ** 2;
    route.violation = Math.max(0, minutes - route.of.maxMinutes);
    this.cost += route.cost - cost;
    this.violations += route.violation - violation;
  }

  /** The cost of the trip between two stops; null is the cleaner's home. */
  private rideCost({ of: { home } }: Route, before: Stop | null, after: Stop | null): number {
    const { weights, travel } = this.problem;
    const from = before === null ? home : before.visit.place;
    const to = after === null ? home : after.visit.place;
    if (from === null || to === null) return 0;
    const weight = before === null || after === null ? weights.homeRide : weights.ride;
    return weight * (travel.ride[from * travel.places + to] as number);
  }

  private recalculateVisit(visit: Visit): void {
    const { cost, violation, isComplete } = visit;
    if (visit.stops.some(({ route }) => route !== null)) this.setStarts(visit);
    this.assess(visit);
    this.cost += visit.cost - cost;
    this.violations += visit.violation - violation;
    if (visit.isComplete === isComplete) return;
    const change = visit.isComplete ? -1 : 1;
    this.incomplete += change;
    if (visit.startBefore !== null) this.dropped += change;
  }

  private setStarts(visit: Visit): void {
    const { stops, of } = visit;
    if (of.gap !== undefined) this.startApart(visit, of.gap);
    else {
      const start = visit.frozenStart ?? this.commonStart(visit);
      for (const stop of stops) this.setStart(stop, start);
    }
  }

  private commonStart({ stops, of }: Visit): number {
    let start = of.earliest;
    for (const stop of stops)
      if (stop.route !== null) start = Math.max(start, this.arrival(stop, stop.route));
    // Each round moves the start into the next time at work of one of the crew.
    for (let round = 0; round < 8; round += 1) {
      const before = start;
      for (const { route, minutes } of stops) if (route !== null) start = whenAtWork(route, start, minutes);
      if (start === before) break;
    }
    return start;
  }

  private startApart(
    { stops: [one, other], of: { earliest } }: Visit,
    [least, most]: readonly [number, number],
  ) {
    if (one === undefined || other === undefined) return;
    const arrival = (stop: Stop) => (stop.route === null ? earliest : this.arrival(stop, stop.route));
    let first = Math.max(earliest, arrival(one));
    const second = Math.max(earliest, arrival(other), first + least);
    if (second - first > most) first = second - most;
    this.setStart(one, first);
    this.setStart(other, second);
  }

  /** When the cleaner of a route arrives at a stop. */
  private arrival(stop: Stop, { of: { home, setsOutAt } }: Route): number {
    const { keep, places } = this.problem.travel;
    const before = neighbour(stop, -1);
    const to = stop.visit.place;
    if (before !== null) {
      return before.start + before.minutes + (keep[before.visit.place * places + to] as number);
    }
    if (setsOutAt === null) return Number.NEGATIVE_INFINITY;
    return home === null ? setsOutAt : setsOutAt + (keep[home * places + to] as number);
  }

  /** Cost and violation of a visit's crew and starts. */
  private assess(visit: Visit): void {
    const { weights } = this.problem;
    const { stops, of, frozenStart, startBefore } = visit;
    let cost = visit.costWithoutCrew;
    let violation = 0;
    let most = 0;
    let late = 0;
    let missing = 0;
    for (const stop of stops) {
      const { route, start, minutes } = stop;
      if (route === null) {
        missing += 1;
        continue;
      }
      cost += visit.sendCosts[route.index] as number;
      const lateness = Math.max(0, start - of.latest);
      late += lateness;
      most = Math.max(most, lateness);
      violation += Math.max(0, start - visit.lastPossible);
      if (frozenStart !== null) violation += Math.max(0, this.arrival(stop, route) - start);
      else if (!isAtWork(route, start, minutes)) violation += NOT_AT_WORK;
    }
    visit.isComplete = missing === 0;
    if (missing > 0) cost += weights.incomplete + weights.missing * missing;
    if (missing < stops.length) {
      const moved = startBefore === null ? 0 : Math.abs((stops[0]?.start ?? 0) - startBefore);
      cost += weights.late * late + weights.movedStart * moved;
    }
    visit.cost = cost;
    visit.violation = violation;
    visit.late = weights.latest > 0 ? most : 0;
  }
}

function saveVisit(visit: Visit): void {
  const { saved } = visit;
  saved.rank = visit.rank;
  saved.cost = visit.cost;
  saved.violation = visit.violation;
  saved.late = visit.late;
  saved.isComplete = visit.isComplete;
  for (const stop of visit.stops) {
    stop.saved.route = stop.route;
    stop.saved.start = stop.start;
  }
}

function restoreVisit(visit: Visit): void {
  const { saved } = visit;
  visit.rank = saved.rank;
  visit.cost = saved.cost;
  visit.violation = saved.violation;
  visit.late = saved.late;
  visit.isComplete = saved.isComplete;
  for (const stop of visit.stops) {
    stop.route = stop.saved.route;
    stop.start = stop.saved.start;
  }
}

/** Whether a visit comes before another one in all routes. */
export function isBefore(one: Visit, other: Visit): boolean {
  return one.rank === other.rank ? one.index < other.index : one.rank < other.rank;
}

export function isInCrew({ stops }: Visit, route: Route): boolean {
  return stops.some((stop) => stop.route === route);
}

/** The stop so many further in the same route. */
export function neighbour(stop: Stop, away: number): Stop | null {
  const { route } = stop;
  return route === null ? null : (route.stops[route.stops.indexOf(stop) + away] ?? null);
}

/** The first start from `start` within the cleaner's working time; `start` if there is none. */
function whenAtWork({ of: { atWork } }: Route, start: number, minutes: number): number {
  for (const [from, until] of atWork) {
    const possible = Math.max(start, from);
    if (possible + minutes <= until) return possible;
  }
  return start;
}

function isAtWork({ of: { atWork } }: Route, start: number, minutes: number): boolean {
  return atWork.some(([from, until]) => from <= start && start + minutes <= until);
}

interface Place {
  readonly index: number;
  readonly ranks: readonly number[];
  readonly routes: readonly Route[];
}

function visitOf({ weights }: Problem, of: PlanVisit, { index, ranks, routes }: Place): Visit {
  const { before, preference } = of;
  const [startBefore = null] = before !== undefined && !isIncomplete(before) ? before.starts : [];
  const stops: Stop[] = [];
  const unplanned = { rank: ranks[index] ?? index, cost: 0, violation: 0, late: 0, isComplete: false };
  const visit: Visit = {
    index,
    of,
    place: of.place,
    earliest: of.earliest,
    stops,
    lastPossible: of.latest + of.maxLateMinutes,
    frozenStart: of.isFrozen ? (before?.starts[0] ?? of.earliest) : null,
    startBefore,
    sendCosts: routes.map((_, c) => {
      const wasThere = before?.crew.includes(c) ? weights.changedCleaner : 0;
      return weights.preference * (preference?.[c] ?? 0) - wasThere;
    }),
    costWithoutCrew:
      weights.changedCleaner * (before?.crew.filter((cleaner) => cleaner !== null).length ?? 0),
    ...unplanned,
    saved: { ...unplanned },
  };
  for (const { minutes, suited, pinned } of of.positions) {
    const isSuited = routes.map(() => false);
    for (const c of suited) isSuited[c] = true;
    stops.push({
      visit,
      minutes,
      candidates: suited.flatMap((c) => routes[c] ?? []),
      isSuited,
      isFixed: of.isFrozen === true || pinned !== undefined,
      route: null,
      start: of.earliest,
      saved: { route: null, start: of.earliest },
    });
  }
  return visit;
}

/** In the order of their starts before, or else of their promised starts. */
function ranksOf(visits: readonly PlanVisit[]): number[] {
  const ranks: number[] = [];
  const order = visits.map(({ before, earliest }, v) => ({ v, start: before?.starts[0] ?? earliest }));
  order.sort((a, b) => a.start - b.start || a.v - b.v);
  for (const [rank, { v }] of order.entries()) ranks[v] = rank;
  return ranks;
}
