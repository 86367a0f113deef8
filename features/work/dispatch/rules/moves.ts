import { int, NONE, num, type PlanState } from './plan-state.ts';
import type { Random } from './random.ts';

/** Random changes of a plan. Each returns false if it changed nothing; the caller propagates, then commits or undoes. */
export class Moves {
  private readonly state: PlanState;
  private readonly random: Random;
  /** Positions whose cleaner may change. */
  private readonly free: Int32Array;
  /** By visit: those that can be neighbours in a route, nearest first. */
  private readonly near: readonly Int32Array[];
  /** By visit: 1 if its rank may change. */
  private readonly hasRank: Uint8Array;
  private readonly chosen: number[] = [];
  /** The crew of the visit that is being moved. */
  private readonly crew: Int32Array;

  constructor(state: PlanState, random: Random) {
    this.state = state;
    this.random = random;
    const positions = Array.from(state.visitOf, (_, p) => p);
    this.free = Int32Array.from(positions.filter((p) => state.isFixed[p] === 0));
    this.near = nearVisits(state);
    const sizes = state.problem.visits.map((visit) => visit.positions.length);
    this.crew = new Int32Array(Math.max(0, ...sizes));
    this.hasRank = Uint8Array.from(state.problem.visits, ({ earliest, latest, maxLateMinutes, ...visit }) =>
      Number(
        latest + maxLateMinutes > earliest &&
          visit.isFrozen !== true &&
          visit.positions.every(({ pinned }) => pinned === undefined),
      ),
    );
  }

  get hasChoice(): boolean {
    return this.free.length > 0;
  }

  /** One random change. */
  make(): boolean {
    const { state } = this;
    const which = this.random();
    if (state.incomplete > 0) {
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
    const { state } = this;
    const v = this.anyIncomplete();
    if (v === NONE) return false;
    const ejects = this.random() < 0.5;
    const [from, until] = this.positionsOf(v);
    this.chosen.length = 0;
    for (let p = from; p < until; p += 1) {
      if (state.cleanerOf[p] !== NONE) continue;
      const c = this.leastBusy(p, v);
      if (c === NONE) return false;
      this.chosen.push(c);
    }
    if (ejects) for (const c of this.chosen) this.eject(c, v);
    if (this.hasRank[v] === 1) this.rankNear(v);
    let i = 0;
    for (let p = from; p < until; p += 1) {
      if (state.cleanerOf[p] !== NONE) continue;
      state.link(p, this.chosen[i] as number);
      i += 1;
    }
    return true;
  }

  /** Of a few random candidates, the one with the fewest visits in the way. */
  private leastBusy(p: number, v: number): number {
    const candidates = this.state.candidates[p] as Int32Array;
    if (candidates.length === 0) return NONE;
    let [best, fewest] = [NONE, Number.POSITIVE_INFINITY];
    for (let i = 0; i < 6 && fewest > 0; i += 1) {
      const c = int(candidates, this.below(candidates.length));
      if (this.chosen.includes(c) || this.state.isInCrew(v, c)) continue;
      const inTheWay = this.countInTheWay(c, v);
      if (inTheWay < fewest) [best, fewest] = [c, inTheWay];
    }
    return best;
  }

  private countInTheWay(c: number, v: number): number {
    const { state } = this;
    let count = 0;
    for (let q = int(state.first, c); q !== NONE; q = int(state.next, q)) {
      if (this.isInTheWay(q, v)) count += state.isFixed[q] === 1 ? 3 : 1;
    }
    return count;
  }

  private eject(c: number, v: number): void {
    const { state } = this;
    let q = int(state.first, c);
    while (q !== NONE) {
      const next = int(state.next, q);
      if (state.isFixed[q] === 0 && this.isInTheWay(q, v)) state.clear(int(state.visitOf, q));
      q = next;
    }
  }

  /** Whether one cleaner can do visit v neither before nor after position q. */
  private isInTheWay(q: number, v: number): boolean {
    const { state } = this;
    const u = int(state.visitOf, q);
    const { places } = state;
    const there = num(state.keep, int(state.place, u) * places + int(state.place, v));
    const back = num(state.keep, int(state.place, v) * places + int(state.place, u));
    const vFirst = num(state.earliest, v) + num(state.minutes, int(state.firstPosition, v)) + back;
    const uFirst = num(state.earliest, u) + num(state.minutes, q) + there;
    return vFirst > num(state.lastPossible, u) && uFirst > num(state.lastPossible, v);
  }

  private leaveOut(): boolean {
    const { state } = this;
    const v = int(state.visitOf, this.anyFree());
    if (!state.isComplete(v)) return false;
    state.clear(v);
    return true;
  }

  /** Sends a cleaner of a visit nearby, directly before or after it. */
  private joinNeighbour(): boolean {
    const { state } = this;
    const p = this.anyFree();
    const v = int(state.visitOf, p);
    if (!state.isComplete(v)) return false;
    const u = this.anyNear(v);
    if (u === NONE || int(state.filled, u) === 0) return false;
    const [from, until] = this.positionsOf(u);
    const q = from + this.below(until - from);
    const c = int(state.cleanerOf, q);
    if (c === NONE || !this.canTake(p, c)) return false;
    if (this.hasRank[v] === 0) return this.reassign(p, c);
    const rank = this.rankBeside(q, u, v);
    this.relink(v, rank, p, c);
    return true;
  }

  private replace(): boolean {
    const { state } = this;
    const p = this.anyFree();
    if (!state.isComplete(int(state.visitOf, p))) return false;
    const candidates = state.candidates[p] as Int32Array;
    const c = int(candidates, this.below(candidates.length));
    return this.canTake(p, c) && this.reassign(p, c);
  }

  /** Two positions exchange their cleaners, sometimes with their ranks. */
  private exchange(): boolean {
    const { state } = this;
    const p = this.anyFree();
    const v = int(state.visitOf, p);
    const u = this.random() < 0.8 ? this.anyNear(v) : int(state.visitOf, this.anyFree());
    if (u === NONE || u === v) return false;
    const [from, until] = this.positionsOf(u);
    const q = from + this.below(until - from);
    const [c, d] = [int(state.cleanerOf, p), int(state.cleanerOf, q)];
    if (c === d || c === NONE || d === NONE || state.isFixed[q] === 1) return false;
    if (!this.canTake(p, d) || !this.canTake(q, c)) return false;
    if (this.hasRank[v] === 1 && this.hasRank[u] === 1 && this.random() < 0.4) {
      const rank = num(state.rank, v);
      this.relink(v, num(state.rank, u), p, d);
      this.relink(u, rank, q, c);
      return true;
    }
    state.unlink(p);
    state.unlink(q);
    state.link(p, d);
    state.link(q, c);
    return true;
  }

  /** Two cleaners exchange everything after a moment. */
  private exchangeTails(): boolean {
    const { state } = this;
    const p = this.anyFree();
    const c = int(state.cleanerOf, p);
    const v = int(state.visitOf, p);
    const u = this.anyNear(v);
    if (c === NONE || u === NONE) return false;
    const d = int(state.cleanerOf, int(state.firstPosition, u));
    if (d === NONE || d === c) return false;
    const [tail, otherTail] = [this.tailOf(c, v), this.tailOf(d, v)];
    if (!this.canTakeAll(tail, d) || !this.canTakeAll(otherTail, c)) return false;
    for (const q of tail) state.unlink(q);
    for (const q of otherTail) state.unlink(q);
    for (const q of tail) state.link(q, d);
    for (const q of otherTail) state.link(q, c);
    return tail.length + otherTail.length > 0;
  }

  private tailOf(c: number, v: number): number[] {
    const { state } = this;
    const tail: number[] = [];
    for (let q = int(state.first, c); q !== NONE; q = int(state.next, q)) {
      if (!state.isBefore(int(state.visitOf, q), v)) tail.push(q);
    }
    return tail;
  }

  private canTakeAll(tail: readonly number[], c: number): boolean {
    const { state } = this;
    return tail.every((q) => state.isFixed[q] === 0 && state.suited[q * state.cleaners + c] === 1);
  }

  private reassign(p: number, c: number): boolean {
    if (this.state.cleanerOf[p] === c) return false;
    this.state.unlink(p);
    this.state.link(p, c);
    return true;
  }

  /** Moves a visit to another rank, with another cleaner in one position. */
  private relink(v: number, rank: number, p: number, c: number): void {
    const { state } = this;
    const [from, until] = this.positionsOf(v);
    for (let q = from; q < until; q += 1) this.crew[q - from] = q === p ? c : int(state.cleanerOf, q);
    state.clear(v);
    state.setRank(v, rank);
    for (let q = from; q < until; q += 1) state.link(q, int(this.crew, q - from));
  }

  /** Whether a cleaner suits a position and is not in another position of the same crew. */
  private canTake(p: number, c: number): boolean {
    const { state } = this;
    if (state.suited[p * state.cleaners + c] !== 1) return false;
    return state.cleanerOf[p] === c || !state.isInCrew(int(state.visitOf, p), c);
  }

  /** A rank directly before or after visit u in the route of its position q. */
  private rankBeside(q: number, u: number, v: number): number {
    const { state } = this;
    const comesAfter = this.comesAfter(u, v);
    let beside = int(comesAfter ? state.next : state.previous, q);
    if (beside !== NONE && int(state.visitOf, beside) === v) {
      beside = int(comesAfter ? state.next : state.previous, beside);
    }
    const rank = num(state.rank, u);
    const away = comesAfter ? 3 : -3;
    const end = beside === NONE ? rank + away : num(state.rank, int(state.visitOf, beside));
    return rank + (end - rank) * this.random();
  }

  /** By the promised starts, or at random if both orders are possible. */
  private comesAfter(u: number, v: number): boolean {
    const { state } = this;
    if (num(state.earliest, v) > num(state.lastPossible, u)) return true;
    if (num(state.earliest, u) > num(state.lastPossible, v)) return false;
    return this.random() < 0.5;
  }

  private rankNear(v: number): void {
    const u = this.anyNear(v);
    if (u === NONE || int(this.state.filled, v) > 0) return;
    this.state.setRank(v, num(this.state.rank, u) + (this.comesAfter(u, v) ? 1 : -1) * this.random());
  }

  private anyIncomplete(): number {
    const { visits } = this.state;
    const start = this.below(visits);
    for (let i = 0; i < visits; i += 1) {
      const v = (start + i) % visits;
      if (!this.state.isComplete(v) && this.state.problem.visits[v]?.isFrozen !== true) return v;
    }
    return NONE;
  }

  /** Sometimes of the latest visit, or of one before it, because a change elsewhere cannot make it earlier. */
  private anyFree(): number {
    const v = this.random() < TOWARDS_LATEST ? this.state.latestVisit() : NONE;
    if (v !== NONE) return this.upstreamOf(v);
    return this.anyOfAll();
  }

  private upstreamOf(v: number): number {
    const { state } = this;
    const [from, until] = this.positionsOf(v);
    let p = from + this.below(until - from);
    while (int(state.previous, p) !== NONE && this.random() < 0.5) p = int(state.previous, p);
    return state.isFixed[p] === 0 ? p : this.anyOfAll();
  }

  private anyOfAll(): number {
    return int(this.free, this.below(this.free.length));
  }

  private anyNear(v: number): number {
    const near = this.near[v] as Int32Array;
    return near.length === 0 ? NONE : int(near, this.below(near.length));
  }

  private below(count: number): number {
    return Math.floor(this.random() * count);
  }

  private positionsOf(v: number): readonly [number, number] {
    return [int(this.state.firstPosition, v), int(this.state.firstPosition, v + 1)];
  }
}

/** How often a change starts at the latest visit. */
const TOWARDS_LATEST = 0.1;

/** More neighbours make the search slower, fewer miss good routes: 24 was best of 12, 24 and 48 on 100 visits. */
const MAX_NEIGHBOURS = 24;

/** Waiting at a door is better than travelling, because it does not tire. */
const WAITING = 0.2;

function nearVisits(state: PlanState): Int32Array[] {
  const all = Array.from({ length: state.visits }, (_, v) => v);
  return all.map((v) => {
    const ranked = all
      .filter((u) => u !== v)
      .map((u) => ({ u, distance: Math.min(distance(state, u, v), distance(state, v, u)) }))
      .sort((a, b) => a.distance - b.distance || a.u - b.u);
    return Int32Array.from(ranked.slice(0, MAX_NEIGHBOURS), ({ u }) => u);
  });
}

/** How far apart two visits are for a cleaner who does u, then v: travel, waiting and lateness. */
function distance(state: PlanState, u: number, v: number): number {
  const keep = num(state.keep, int(state.place, u) * state.places + int(state.place, v));
  const arrival = num(state.earliest, u) + num(state.minutes, int(state.firstPosition, u)) + keep;
  const { latest } = state.problem.visits[v] as { latest: number };
  const waiting = Math.max(0, num(state.earliest, v) - arrival);
  return keep + WAITING * waiting + Math.max(0, arrival - latest);
}
