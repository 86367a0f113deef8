import { JournaledFloats, JournaledInts } from './journaled.ts';
import { isIncomplete, type Plan, type PlanVisit, type Problem, type Weights } from './problem.ts';

/** No position, cleaner or place. */
export const NONE = -1;

/** For a visit that its cleaner cannot do within working hours: far more than any number of minutes. */
const NOT_AT_WORK = 10_000;

/** What makes a plan: cleaners and starts by position, ranks by visit. */
export interface Snapshot {
  readonly rank: Float64Array;
  readonly cleanerOf: Int32Array;
  readonly starts: Float64Array;
}

/**
 * A plan during the search. Visits are in one order (`rank`), which is also the order of each cleaner's route, so crews
 * can never wait for each other in a circle. Starts follow from the order: the earliest start at which the whole crew has
 * arrived. A change recalculates only the visits whose start it affects.
 *
 * A change is `unlink`, `link` and `propagate`, then either `commit` or `undo`. Rules that the starts break are counted in
 * `violations`, in minutes.
 */
export class PlanState {
  readonly problem: Problem;
  readonly weights: Weights;
  readonly visits: number;
  readonly cleaners: number;
  /** Positions of visit v: from firstPosition[v] to firstPosition[v + 1]. */
  readonly firstPosition: Int32Array;
  readonly visitOf: Int32Array;
  /** By position. */
  readonly minutes: Float64Array;
  readonly place: Int32Array;
  readonly earliest: Float64Array;
  /** The latest start at worst. */
  readonly lastPossible: Float64Array;
  readonly places: number;
  readonly keep: Float64Array;
  /** By position and cleaner: 1 if suited. */
  readonly suited: Uint8Array;
  /** By position: the suited cleaners. */
  readonly candidates: readonly Int32Array[];
  /** By position: 1 if its cleaner never changes. */
  readonly isFixed: Uint8Array;
  readonly rank: Float64Array;
  readonly cleanerOf: Int32Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** By cleaner: the first position of the route. */
  readonly first: Int32Array;
  readonly starts: Float64Array;
  /** By cleaner. */
  readonly minutesOfWork: Float64Array;
  /** By visit: positions with a cleaner. */
  readonly filled: Int32Array;
  /** Without the latest start of all. */
  private cost = 0;
  violations = 0;
  incomplete = 0;
  /** Visits that had a complete crew before and have none now. */
  dropped = 0;

  private readonly latest: Float64Array;
  private readonly frozenStart: Float64Array;
  private readonly beforeStart: Float64Array;
  private readonly gaps: readonly (readonly [number, number] | undefined)[];
  private readonly home: Int32Array;
  private readonly setsOutAt: Float64Array;
  private readonly atWork: readonly Float64Array[];
  private readonly maxMinutes: Float64Array;
  private readonly ride: Float64Array;
  /** By visit and cleaner. */
  private readonly sendCost: Float64Array;
  /** By visit: lateness, moved start. */
  private readonly timeCost: Float64Array;
  private readonly timeViolation: Float64Array;
  /** A tree of maxima over the visits' lateness; the root is at 1. */
  private readonly lateness: Float64Array;
  private readonly leaves: number;

  private readonly wasComplete: Uint8Array;
  private readonly queue: Int32Array;
  private queued = 0;
  private readonly isQueued: Uint8Array;
  private readonly cleanerOfChanges: JournaledInts;
  private readonly nextChanges: JournaledInts;
  private readonly previousChanges: JournaledInts;
  private readonly firstChanges: JournaledInts;
  private readonly filledChanges: JournaledInts;
  private readonly rankChanges: JournaledFloats;
  private readonly startsChanges: JournaledFloats;
  private readonly minutesOfWorkChanges: JournaledFloats;
  private readonly timeCostChanges: JournaledFloats;
  private readonly timeViolationChanges: JournaledFloats;
  private readonly latenessChanges: JournaledFloats;
  private saved = { cost: 0, violations: 0, incomplete: 0, dropped: 0 };

  /** With the order of another plan, or else by the starts before. */
  constructor(problem: Problem, ranks?: Float64Array) {
    const { visits, cleaners, travel, weights } = problem;
    this.problem = problem;
    this.weights = weights;
    this.visits = visits.length;
    this.cleaners = cleaners.length;
    this.firstPosition = new Int32Array(visits.length + 1);
    for (const [v, visit] of visits.entries()) {
      this.firstPosition[v + 1] = int(this.firstPosition, v) + visit.positions.length;
    }
    const positions = visits.flatMap((visit, v) =>
      visit.positions.map((position, i) => ({ ...position, v, isFixed: isFixed(visit, i) })),
    );
    const count = positions.length;
    this.visitOf = Int32Array.from(positions, ({ v }) => v);
    this.minutes = Float64Array.from(positions, ({ minutes }) => minutes);
    this.candidates = positions.map(({ suited }) => Int32Array.from(suited));
    this.isFixed = Uint8Array.from(positions, (position) => Number(position.isFixed));
    this.suited = new Uint8Array(count * cleaners.length);
    for (const [p, { suited }] of positions.entries()) {
      for (const c of suited) this.suited[p * cleaners.length + c] = 1;
    }
    this.cleanerOfChanges = new JournaledInts(new Int32Array(count).fill(NONE));
    this.cleanerOf = this.cleanerOfChanges.values;
    this.nextChanges = new JournaledInts(new Int32Array(count).fill(NONE));
    this.next = this.nextChanges.values;
    this.previousChanges = new JournaledInts(new Int32Array(count).fill(NONE));
    this.previous = this.previousChanges.values;
    this.firstChanges = new JournaledInts(new Int32Array(cleaners.length).fill(NONE));
    this.first = this.firstChanges.values;
    this.startsChanges = new JournaledFloats(
      Float64Array.from(positions, ({ v }) => visits[v]?.earliest ?? 0),
    );
    this.starts = this.startsChanges.values;
    this.minutesOfWorkChanges = new JournaledFloats(new Float64Array(cleaners.length));
    this.minutesOfWork = this.minutesOfWorkChanges.values;
    this.filledChanges = new JournaledInts(new Int32Array(visits.length));
    this.filled = this.filledChanges.values;
    this.rankChanges = new JournaledFloats(ranks?.slice() ?? ranksOf(visits));
    this.rank = this.rankChanges.values;
    this.place = Int32Array.from(visits, (visit) => visit.place);
    this.earliest = Float64Array.from(visits, (visit) => visit.earliest);
    this.latest = Float64Array.from(visits, (visit) => visit.latest);
    this.lastPossible = Float64Array.from(visits, (visit) => visit.latest + visit.maxLateMinutes);
    this.frozenStart = Float64Array.from(visits, (visit) =>
      visit.isFrozen ? (visit.before?.starts[0] ?? visit.earliest) : Number.NaN,
    );
    this.beforeStart = Float64Array.from(visits, (visit) =>
      visit.before && !isIncomplete(visit.before) ? (visit.before.starts[0] ?? Number.NaN) : Number.NaN,
    );
    this.gaps = visits.map((visit) => visit.gap);
    this.home = Int32Array.from(cleaners, (cleaner) => cleaner.home ?? NONE);
    this.setsOutAt = Float64Array.from(cleaners, (cleaner) => cleaner.setsOutAt ?? Number.NEGATIVE_INFINITY);
    this.atWork = cleaners.map((cleaner) => Float64Array.from(cleaner.atWork.flat()));
    this.maxMinutes = Float64Array.from(cleaners, (cleaner) => cleaner.maxMinutes);
    this.places = travel.places;
    this.keep = Float64Array.from(travel.keep);
    this.ride = Float64Array.from(travel.ride);
    this.sendCost = sendCosts(problem);
    this.timeCostChanges = new JournaledFloats(new Float64Array(visits.length));
    this.timeCost = this.timeCostChanges.values;
    this.timeViolationChanges = new JournaledFloats(new Float64Array(visits.length));
    this.timeViolation = this.timeViolationChanges.values;
    this.leaves = 2 ** Math.ceil(Math.log2(Math.max(1, visits.length)));
    this.latenessChanges = new JournaledFloats(new Float64Array(2 * this.leaves));
    this.lateness = this.latenessChanges.values;
    this.queue = new Int32Array(visits.length);
    this.isQueued = new Uint8Array(visits.length);
    this.incomplete = visits.length;
    this.wasComplete = Uint8Array.from(visits, ({ before }) =>
      Number(before !== undefined && !isIncomplete(before)),
    );
    this.dropped = this.wasComplete.filter((was) => was === 1).length;
    for (const { positions: crew, before } of visits) {
      this.cost += weights.incomplete + weights.missing * crew.length;
      const members = before?.crew.filter((cleaner) => cleaner !== null).length ?? 0;
      this.cost += weights.changedCleaner * members;
    }
    this.placeFixed();
  }

  get total(): number {
    return this.cost + this.weights.latest * num(this.lateness, 1);
  }

  /** The visit that starts latest after its promised time; `NONE` if all are on time, or lateness is not measured. */
  latestVisit(): number {
    if (num(this.lateness, 1) === 0) return NONE;
    let node = 1;
    while (node < this.leaves) {
      node = 2 * node + Number(num(this.lateness, 2 * node) < num(this.lateness, 2 * node + 1));
    }
    return node - this.leaves;
  }

  isComplete(v: number): boolean {
    return int(this.filled, v) === int(this.firstPosition, v + 1) - int(this.firstPosition, v);
  }

  isInCrew(v: number, c: number): boolean {
    for (let p = int(this.firstPosition, v); p < int(this.firstPosition, v + 1); p += 1) {
      if (this.cleanerOf[p] === c) return true;
    }
    return false;
  }

  /** Whether visit u comes before visit v in all routes. */
  isBefore(u: number, v: number): boolean {
    const difference = num(this.rank, u) - num(this.rank, v);
    return difference === 0 ? u < v : difference < 0;
  }

  /** Only while nobody is linked to the visit. */
  setRank(v: number, rank: number): void {
    this.rankChanges.set(v, rank);
  }

  link(p: number, c: number): void {
    const v = int(this.visitOf, p);
    let before = NONE;
    let after = int(this.first, c);
    while (after !== NONE && this.isBefore(int(this.visitOf, after), v)) {
      before = after;
      after = int(this.next, after);
    }
    this.cost += this.rideBetween(before, p, c) + this.rideBetween(p, after, c);
    this.cost -= this.rideBetween(before, after, c);
    this.join(before, p, c);
    this.join(p, after, c);
    this.cleanerOfChanges.set(p, c);
    this.addWork(c, num(this.minutes, p));
    this.countFilled(v, 1);
    this.cost += num(this.sendCost, v * this.cleaners + c);
    this.touch(v);
    if (after !== NONE) this.touch(int(this.visitOf, after));
  }

  unlink(p: number): void {
    const c = int(this.cleanerOf, p);
    const v = int(this.visitOf, p);
    const before = int(this.previous, p);
    const after = int(this.next, p);
    this.cost -= this.rideBetween(before, p, c) + this.rideBetween(p, after, c);
    this.cost += this.rideBetween(before, after, c);
    this.join(before, after, c);
    this.cleanerOfChanges.set(p, NONE);
    this.addWork(c, -num(this.minutes, p));
    this.countFilled(v, -1);
    this.cost -= num(this.sendCost, v * this.cleaners + c);
    this.touch(v);
    if (after !== NONE) this.touch(int(this.visitOf, after));
  }

  /** Takes everyone from a visit who is not fixed. */
  clear(v: number): void {
    for (let p = int(this.firstPosition, v); p < int(this.firstPosition, v + 1); p += 1) {
      if (this.isFixed[p] === 0 && this.cleanerOf[p] !== NONE) this.unlink(p);
    }
  }

  /** Recalculates the starts of the visits touched since, and of those that follow from them. */
  propagate(): void {
    while (this.queued > 0) {
      const v = this.takeFirstQueued();
      this.isQueued[v] = 0;
      this.recalculate(v);
    }
  }

  commit(): void {
    this.cleanerOfChanges.commit();
    this.nextChanges.commit();
    this.previousChanges.commit();
    this.firstChanges.commit();
    this.filledChanges.commit();
    this.rankChanges.commit();
    this.startsChanges.commit();
    this.minutesOfWorkChanges.commit();
    this.timeCostChanges.commit();
    this.timeViolationChanges.commit();
    this.latenessChanges.commit();
    this.saved.cost = this.cost;
    this.saved.violations = this.violations;
    this.saved.incomplete = this.incomplete;
    this.saved.dropped = this.dropped;
  }

  undo(): void {
    this.cleanerOfChanges.undo();
    this.nextChanges.undo();
    this.previousChanges.undo();
    this.firstChanges.undo();
    this.filledChanges.undo();
    this.rankChanges.undo();
    this.startsChanges.undo();
    this.minutesOfWorkChanges.undo();
    this.timeCostChanges.undo();
    this.timeViolationChanges.undo();
    this.latenessChanges.undo();
    for (let i = 0; i < this.queued; i += 1) this.isQueued[int(this.queue, i)] = 0;
    this.queued = 0;
    this.cost = this.saved.cost;
    this.violations = this.saved.violations;
    this.incomplete = this.saved.incomplete;
    this.dropped = this.saved.dropped;
  }

  /** Numbers the ranks from 0, because fractions between two of them become too small in a long search. */
  renumber(): void {
    const order = Array.from({ length: this.visits }, (_, v) => v);
    order.sort((u, v) => (this.isBefore(u, v) ? -1 : 1));
    for (const [rank, v] of order.entries()) this.rank[v] = rank;
  }

  snapshot(): Snapshot {
    return { cleanerOf: this.cleanerOf.slice(), starts: this.starts.slice(), rank: this.rank.slice() };
  }

  toPlan({ cleanerOf, starts }: Snapshot): Plan {
    return {
      visits: this.problem.visits.map(({ earliest }, v) => {
        const range = [int(this.firstPosition, v), int(this.firstPosition, v + 1)] as const;
        const crew = Array.from(cleanerOf.subarray(...range), (c) => (c === NONE ? null : c));
        const isEmpty = crew.every((cleaner) => cleaner === null);
        return {
          crew,
          starts: Array.from(starts.subarray(...range), (start) => (isEmpty ? earliest : start)),
        };
      }),
    };
  }

  private placeFixed(): void {
    for (let p = 0; p < this.visitOf.length; p += 1) {
      if (this.isFixed[p] === 0) continue;
      const v = int(this.visitOf, p);
      const visit = this.problem.visits[v];
      const i = p - int(this.firstPosition, v);
      const c = visit?.isFrozen ? visit.before?.crew[i] : visit?.positions[i]?.pinned;
      if (c !== undefined && c !== null) this.link(p, c);
    }
    this.propagate();
    this.commit();
  }

  private recalculate(v: number): void {
    const from = int(this.firstPosition, v);
    const until = int(this.firstPosition, v + 1);
    if (int(this.filled, v) === 0) {
      this.setTime(v, 0, 0, 0);
      return;
    }
    const gap = this.gaps[v];
    if (gap === undefined) this.startTogether(v, from, until);
    else this.startApart(v, gap);
    this.chargeTime(v, from, until);
  }

  private startTogether(v: number, from: number, until: number): void {
    const frozen = num(this.frozenStart, v);
    const start = Number.isNaN(frozen) ? this.commonStart(v, from, until) : frozen;
    for (let p = from; p < until; p += 1) this.setStart(p, start);
  }

  private commonStart(v: number, from: number, until: number): number {
    let start = num(this.earliest, v);
    for (let p = from; p < until; p += 1) {
      if (this.cleanerOf[p] !== NONE) start = Math.max(start, this.arrival(p));
    }
    // Each round moves the start into the next time at work of one of the crew.
    for (let round = 0; round < 8; round += 1) {
      const before = start;
      for (let p = from; p < until; p += 1) {
        if (this.cleanerOf[p] !== NONE) start = this.whenAtWork(p, start);
      }
      if (start === before) break;
    }
    return start;
  }

  private startApart(v: number, [least, most]: readonly [number, number]): void {
    const p = int(this.firstPosition, v);
    const earliest = num(this.earliest, v);
    const arrival = (q: number) => (this.cleanerOf[q] === NONE ? earliest : this.arrival(q));
    let first = Math.max(earliest, arrival(p));
    const second = Math.max(earliest, arrival(p + 1), first + least);
    if (second - first > most) first = second - most;
    this.setStart(p, first);
    this.setStart(p + 1, second);
  }

  /** When the cleaner in a position arrives at the visit. */
  private arrival(p: number): number {
    const v = int(this.visitOf, p);
    const before = int(this.previous, p);
    if (before === NONE) {
      const c = int(this.cleanerOf, p);
      const out = num(this.setsOutAt, c);
      const home = int(this.home, c);
      if (home === NONE) return out;
      return out + num(this.keep, home * this.places + int(this.place, v));
    }
    const from = int(this.place, int(this.visitOf, before)) * this.places;
    return num(this.starts, before) + num(this.minutes, before) + num(this.keep, from + int(this.place, v));
  }

  /** The first start from `start` within the working time of a position's cleaner; `start` if there is none. */
  private whenAtWork(p: number, start: number): number {
    const spans = this.atWork[int(this.cleanerOf, p)];
    if (spans === undefined) return start;
    const minutes = num(this.minutes, p);
    for (let i = 0; i < spans.length; i += 2) {
      const possible = Math.max(start, num(spans, i));
      if (possible + minutes <= num(spans, i + 1)) return possible;
    }
    return start;
  }

  private chargeTime(v: number, from: number, until: number): void {
    const { weights } = this;
    let sum = 0;
    let most = 0;
    let violation = 0;
    const isFrozen = !Number.isNaN(num(this.frozenStart, v));
    for (let p = from; p < until; p += 1) {
      if (this.cleanerOf[p] === NONE) continue;
      const start = num(this.starts, p);
      const late = Math.max(0, start - num(this.latest, v));
      sum += late;
      most = Math.max(most, late);
      violation += Math.max(0, start - num(this.lastPossible, v));
      if (isFrozen) violation += Math.max(0, this.arrival(p) - start);
      else if (!this.isAtWork(p, start)) violation += NOT_AT_WORK;
    }
    const before = num(this.beforeStart, v);
    const moved = Number.isNaN(before) ? 0 : Math.abs(num(this.starts, from) - before);
    this.setTime(v, weights.late * sum + weights.movedStart * moved, violation, most);
  }

  private isAtWork(p: number, start: number): boolean {
    const spans = this.atWork[int(this.cleanerOf, p)];
    const end = start + num(this.minutes, p);
    for (let i = 0; spans !== undefined && i < spans.length; i += 2) {
      if (num(spans, i) <= start && end <= num(spans, i + 1)) return true;
    }
    return false;
  }

  private setTime(v: number, cost: number, violation: number, late: number): void {
    this.cost += cost - num(this.timeCost, v);
    this.violations += violation - num(this.timeViolation, v);
    this.timeCostChanges.set(v, cost);
    this.timeViolationChanges.set(v, violation);
    if (this.weights.latest > 0) this.setLateness(v, late);
  }

  private setLateness(v: number, late: number): void {
    let node = this.leaves + v;
    this.latenessChanges.set(node, late);
    while (node > 1) {
      node >>= 1;
      const most = Math.max(num(this.lateness, 2 * node), num(this.lateness, 2 * node + 1));
      if (this.lateness[node] === most) return;
      this.latenessChanges.set(node, most);
    }
  }

  private setStart(p: number, start: number): void {
    if (this.starts[p] === start) return;
    this.startsChanges.set(p, start);
    const after = int(this.next, p);
    if (after !== NONE && this.cleanerOf[p] !== NONE) this.touch(int(this.visitOf, after));
  }

  /** The cost of the trip between two neighbours of a route, either of which may be the cleaner's home. */
  private rideBetween(before: number, after: number, c: number): number {
    const home = int(this.home, c);
    const isHomeTrip = before === NONE || after === NONE;
    if (isHomeTrip && (home === NONE || before === after)) return 0;
    const from = before === NONE ? home : int(this.place, int(this.visitOf, before));
    const to = after === NONE ? home : int(this.place, int(this.visitOf, after));
    return (isHomeTrip ? this.weights.homeRide : this.weights.ride) * num(this.ride, from * this.places + to);
  }

  private join(before: number, after: number, c: number): void {
    if (before === NONE) this.firstChanges.set(c, after);
    else this.nextChanges.set(before, after);
    if (after !== NONE) this.previousChanges.set(after, before);
  }

  private addWork(c: number, minutes: number): void {
    const was = num(this.minutesOfWork, c);
    const is = was + minutes;
    this.minutesOfWorkChanges.set(c, is);
    this.cost += (this.weights.squaredHours * (is * is - was * was)) / 3600;
    const most = num(this.maxMinutes, c);
    this.violations += Math.max(0, is - most) - Math.max(0, was - most);
  }

  private countFilled(v: number, more: number): void {
    const was = this.isComplete(v);
    this.filledChanges.set(v, int(this.filled, v) + more);
    const is = this.isComplete(v);
    this.cost -= this.weights.missing * more;
    if (was === is) return;
    this.incomplete += is ? -1 : 1;
    if (this.wasComplete[v] === 1) this.dropped += is ? -1 : 1;
    this.cost += is ? -this.weights.incomplete : this.weights.incomplete;
  }

  private touch(v: number): void {
    if (this.isQueued[v] === 1) return;
    this.isQueued[v] = 1;
    this.queue[this.queued] = v;
    this.queued += 1;
  }

  /** A change touches few visits, so a scan is faster than a heap. */
  private takeFirstQueued(): number {
    let at = 0;
    for (let i = 1; i < this.queued; i += 1) {
      if (this.isBefore(int(this.queue, i), int(this.queue, at))) at = i;
    }
    const v = int(this.queue, at);
    this.queued -= 1;
    this.queue[at] = int(this.queue, this.queued);
    return v;
  }
}

/** For indexes that are in range by construction. */
export function int(array: Int32Array, index: number): number {
  return array[index] as number;
}

/** For indexes that are in range by construction. */
export function num(array: Float64Array, index: number): number {
  return array[index] as number;
}

function isFixed(visit: PlanVisit, position: number): boolean {
  return visit.isFrozen === true || visit.positions[position]?.pinned !== undefined;
}

/** In the order of their starts before, or else of their promised starts. */
function ranksOf(visits: readonly PlanVisit[]): Float64Array {
  const ranks = new Float64Array(visits.length);
  const order = visits.map(({ before, earliest }, v) => ({ v, start: before?.starts[0] ?? earliest }));
  order.sort((a, b) => a.start - b.start || a.v - b.v);
  for (const [rank, { v }] of order.entries()) ranks[v] = rank;
  return ranks;
}

function sendCosts({ visits, cleaners, weights }: Problem): Float64Array {
  const costs = new Float64Array(visits.length * cleaners.length);
  for (const [v, { preference, before }] of visits.entries()) {
    for (let c = 0; c < cleaners.length; c += 1) {
      const wasThere = before?.crew.includes(c) ? weights.changedCleaner : 0;
      costs[v * cleaners.length + c] = weights.preference * (preference?.[c] ?? 0) - wasThere;
    }
  }
  return costs;
}
