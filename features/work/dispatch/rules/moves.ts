import {
  isBefore,
  isInCrew,
  neighbour,
  type PlanState,
  type Route,
  type Stop,
  type Visit,
} from './plan-state.ts';
import type { Random } from './random.ts';

/** How often a change starts at the latest visit. */
const TOWARDS_LATEST = 0.1;

/** Random changes of a plan. Each returns false if it changed nothing; the caller propagates, then commits or undoes. */
export class Moves {
  private readonly state: PlanState;
  private readonly random: Random;
  /** Those whose cleaner may change. */
  private readonly free: readonly Stop[];
  /** By visit: those that can be neighbours in a route, nearest first. */
  private readonly near: readonly (readonly Visit[])[];

  constructor(state: PlanState, random: Random) {
    this.state = state;
    this.random = random;
    this.free = state.visits.flatMap(({ stops }) => stops.filter(({ isFixed }) => !isFixed));
    this.near = nearVisits(state);
  }

  get hasChoice(): boolean {
    return this.free.length > 0;
  }

  /** One random change. */
  make(): boolean {
    const which = this.random();
    if (this.state.incomplete > 0) {
      if (which < 0.3) return this.complete();
      if (which < 0.32) return this.leaveOut();
    }
    const other = this.random();
    if (other < 0.4) return this.joinNeighbour();
    if (other < 0.48) return this.replace();
    if (other < 0.94) return this.exchange();
    return this.exchangeTails();
  }

  /** Gives an incomplete visit a crew; half the time in place of the visits that are in its way. */
  private complete(): boolean {
    const visit = this.anyIncomplete();
    if (visit === null) return false;
    const ejects = this.random() < 0.5;
    const empty = visit.stops.filter(({ route }) => route === null);
    const crew: Route[] = [];
    for (const stop of empty) {
      const route = this.leastBusy(stop, crew);
      if (route === null) return false;
      crew.push(route);
    }
    if (ejects) for (const route of crew) this.eject(route, visit);
    if (hasRank(visit)) this.rankNear(visit);
    for (let i = 0; i < empty.length; i += 1) this.state.link(empty[i] as Stop, crew[i] as Route);
    return true;
  }

  /** Of a few random candidates who are not chosen yet, the one with the fewest visits in the way. */
  private leastBusy({ candidates, visit }: Stop, chosen: readonly Route[]): Route | null {
    if (candidates.length === 0) return null;
    let [best, fewest]: [Route | null, number] = [null, Number.POSITIVE_INFINITY];
    for (let i = 0; i < 6 && fewest > 0; i += 1) {
      const route = this.anyOf(candidates);
      if (chosen.includes(route) || isInCrew(visit, route)) continue;
      let inTheWay = 0;
      for (const stop of route.stops) if (this.isInTheWay(stop, visit)) inTheWay += stop.isFixed ? 3 : 1;
      if (inTheWay < fewest) [best, fewest] = [route, inTheWay];
    }
    return best;
  }

  private eject({ stops }: Route, visit: Visit): void {
    for (const stop of stops) {
      if (!stop.isFixed && this.isInTheWay(stop, visit)) this.state.clear(stop.visit);
    }
  }

  /** Whether one cleaner can do a visit neither before nor after a stop. */
  private isInTheWay(stop: Stop, visit: Visit): boolean {
    const { keep, places } = this.state.problem.travel;
    const [here, there] = [visit.place, stop.visit.place];
    const visitFirst =
      visit.earliest + (visit.stops[0]?.minutes ?? 0) + (keep[here * places + there] as number);
    const stopFirst = stop.visit.earliest + stop.minutes + (keep[there * places + here] as number);
    return visitFirst > stop.visit.lastPossible && stopFirst > visit.lastPossible;
  }

  private leaveOut(): boolean {
    const { visit } = this.anyFree();
    if (!visit.isComplete) return false;
    this.state.clear(visit);
    return true;
  }

  /** Sends a cleaner of a visit nearby, directly before or after it. */
  private joinNeighbour(): boolean {
    const stop = this.anyFree();
    const { visit } = stop;
    if (!visit.isComplete) return false;
    const near = this.anyNear(visit);
    if (near === null || near.stops.every(({ route }) => route === null)) return false;
    const other = this.anyOf(near.stops);
    const { route } = other;
    if (route === null || !canTake(route, stop)) return false;
    if (!hasRank(visit)) return this.reassign(stop, route);
    this.relink(visit, this.rankBeside(other, visit), [stop, route]);
    return true;
  }

  private replace(): boolean {
    const stop = this.anyFree();
    if (!stop.visit.isComplete) return false;
    const route = this.anyOf(stop.candidates);
    return canTake(route, stop) && this.reassign(stop, route);
  }

  /** Two stops exchange their cleaners, sometimes with the ranks of their visits. */
  private exchange(): boolean {
    const { state } = this;
    const stop = this.anyFree();
    const { visit, route } = stop;
    const otherVisit = this.random() < 0.8 ? this.anyNear(visit) : this.anyFree().visit;
    if (otherVisit === null || otherVisit === visit) return false;
    const other = this.anyOf(otherVisit.stops);
    const otherRoute = other.route;
    if (route === null || otherRoute === null || route === otherRoute || other.isFixed) return false;
    if (!canTake(otherRoute, stop) || !canTake(route, other)) return false;
    if (hasRank(visit) && hasRank(otherVisit) && this.random() < 0.4) {
      const { rank } = visit;
      this.relink(visit, otherVisit.rank, [stop, otherRoute]);
      this.relink(otherVisit, rank, [other, route]);
      return true;
    }
    state.unlink(stop);
    state.unlink(other);
    state.link(stop, otherRoute);
    state.link(other, route);
    return true;
  }

  /** Two cleaners exchange everything after a moment. */
  private exchangeTails(): boolean {
    const { state } = this;
    const { route, visit } = this.anyFree();
    const near = this.anyNear(visit);
    const otherRoute = near?.stops[0]?.route ?? null;
    if (route === null || near === null || otherRoute === null || otherRoute === route) return false;
    const tail = route.stops.filter((stop) => !isBefore(stop.visit, visit));
    const otherTail = otherRoute.stops.filter((stop) => !isBefore(stop.visit, visit));
    if (!canTakeAll(otherRoute, tail) || !canTakeAll(route, otherTail)) return false;
    for (const stop of [...tail, ...otherTail]) state.unlink(stop);
    for (const stop of tail) state.link(stop, otherRoute);
    for (const stop of otherTail) state.link(stop, route);
    return tail.length + otherTail.length > 0;
  }

  private reassign(stop: Stop, route: Route): boolean {
    if (stop.route === route) return false;
    this.state.unlink(stop);
    this.state.link(stop, route);
    return true;
  }

  /** Moves a visit to another rank, with another cleaner at one stop. */
  private relink(visit: Visit, rank: number, [changed, newRoute]: readonly [Stop, Route]): void {
    const crew = visit.stops.map((stop) => (stop === changed ? newRoute : stop.route));
    this.state.clear(visit);
    this.state.setRank(visit, rank);
    for (let i = 0; i < crew.length; i += 1) {
      const route = crew[i];
      if (route) this.state.link(visit.stops[i] as Stop, route);
    }
  }

  /** A rank for a visit directly before or after a stop in its route. */
  private rankBeside(stop: Stop, visit: Visit): number {
    const step = this.comesAfter(stop.visit, visit) ? 1 : -1;
    let beside = neighbour(stop, step);
    if (beside?.visit === visit) beside = neighbour(stop, 2 * step);
    const { rank } = stop.visit;
    const end = beside === null ? rank + 3 * step : beside.visit.rank;
    return rank + (end - rank) * this.random();
  }

  /** Whether a visit comes after another one: by the promised starts, or at random if both orders are possible. */
  private comesAfter(one: Visit, visit: Visit): boolean {
    if (visit.earliest > one.lastPossible) return true;
    if (one.earliest > visit.lastPossible) return false;
    return this.random() < 0.5;
  }

  private rankNear(visit: Visit): void {
    const near = this.anyNear(visit);
    if (near === null || visit.stops.some(({ route }) => route !== null)) return;
    this.state.setRank(visit, near.rank + (this.comesAfter(near, visit) ? 1 : -1) * this.random());
  }

  private anyIncomplete(): Visit | null {
    const { visits } = this.state;
    const start = this.below(visits.length);
    for (let i = 0; i < visits.length; i += 1) {
      const visit = visits[(start + i) % visits.length] as Visit;
      if (!visit.isComplete && visit.of.isFrozen !== true) return visit;
    }
    return null;
  }

  /** Sometimes of the latest visit, or of one before it, because a change elsewhere cannot make it earlier. */
  private anyFree(): Stop {
    const visit = this.random() < TOWARDS_LATEST ? this.state.latestVisit() : null;
    if (visit === null) return this.anyOf(this.free);
    let stop = this.anyOf(visit.stops);
    for (let before = neighbour(stop, -1); before !== null && this.random() < 0.5; ) {
      stop = before;
      before = neighbour(stop, -1);
    }
    return stop.isFixed ? this.anyOf(this.free) : stop;
  }

  private anyNear({ index }: Visit): Visit | null {
    const near = this.near[index] ?? [];
    return near.length === 0 ? null : this.anyOf(near);
  }

  /** Of a list that is not empty. */
  private anyOf<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  private below(count: number): number {
    return Math.floor(this.random() * count);
  }
}

/** Whether a cleaner suits a stop and is at no other stop of the same visit. */
function canTake(route: Route, stop: Stop): boolean {
  return stop.isSuited[route.index] === true && (stop.route === route || !isInCrew(stop.visit, route));
}

function canTakeAll({ index }: Route, stops: readonly Stop[]): boolean {
  return stops.every(({ isFixed, isSuited }) => !isFixed && isSuited[index]);
}

/** Whether the rank of a visit may change. */
function hasRank({ of: { earliest, isFrozen }, lastPossible, stops }: Visit): boolean {
  return lastPossible > earliest && isFrozen !== true && stops.every(({ isFixed }) => !isFixed);
}

/** More neighbours make the search slower, fewer miss good routes: 24 was best of 12, 24 and 48 on 100 visits. */
const MAX_NEIGHBOURS = 24;

/** Waiting at a door is better than travelling, because it does not tire. */
const WAITING = 0.2;

function nearVisits(state: PlanState): Visit[][] {
  return state.visits.map((visit) =>
    state.visits
      .filter((other) => other !== visit)
      .map((other) => ({
        other,
        distance: Math.min(distance(state, other, visit), distance(state, visit, other)),
      }))
      .sort((a, b) => a.distance - b.distance || a.other.index - b.other.index)
      .slice(0, MAX_NEIGHBOURS)
      .map(({ other }) => other),
  );
}

/** How far apart two visits are for a cleaner who does one after the other: travel, waiting and lateness. */
function distance({ problem: { travel } }: PlanState, first: Visit, second: Visit): number {
  const keep = travel.keep[first.place * travel.places + second.place] as number;
  const arrival = first.earliest + (first.stops[0]?.minutes ?? 0) + keep;
  const waiting = Math.max(0, second.earliest - arrival);
  return keep + WAITING * waiting + Math.max(0, arrival - second.of.latest);
}
