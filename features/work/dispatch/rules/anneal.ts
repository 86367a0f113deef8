import { Moves } from './moves.ts';
import { int, NONE, PlanState } from './plan-state.ts';
import type { Plan, Problem, VisitPlan } from './problem.ts';
import type { Random } from './random.ts';

export interface Search {
  readonly random: Random;
  /** From 0 to 1; the search ends at 1. It may count iterations, or measure time. */
  readonly progress: (iterations: number) => number;
  /** The cost of changes that are accepted at first, and at last. */
  readonly temperatures: readonly [number, number];
  /** The result of an earlier search to start from. */
  readonly from?: Found;
}

export interface Found {
  readonly plan: Plan;
  readonly cost: number;
  readonly iterations: number;
  /** By visit: its place in the order of all visits. */
  readonly ranks: Float64Array;
}

/** How many iterations pass between two looks at the progress. */
export const ITERATIONS_PER_LOOK = 128;

const RENUMBER_AFTER = 4096;

/** Differences of rounding, in minutes. */
const ROUNDING = 1e-6;

/**
 * Simulated annealing: random changes are kept if the plan becomes better, or worse by about the temperature, which falls
 * during the search. Changes that break a rule are never kept, so a plan breaks no more rules than the plan before; and the
 * best plan never takes the crew from a visit that had one.
 *
 * The result is the same for the same problem, random numbers and number of iterations.
 */
export function anneal(problem: Problem, { random, progress, temperatures, from }: Search): Found {
  const state = new PlanState(problem, from?.ranks);
  startFrom(state, from?.plan.visits ?? problem.visits.map(({ before }) => before));
  completeGreedily(state);
  const moves = new Moves(state, random);
  const { dropped } = state;
  let current = state.total;
  let best = { cost: current, snapshot: state.snapshot() };
  let [iterations, accepted, temperature] = [0, 0, temperatures[0]];
  while (moves.hasChoice) {
    if (iterations % ITERATIONS_PER_LOOK === 0) {
      const done = progress(iterations);
      if (done >= 1) break;
      temperature = temperatures[0] * (temperatures[1] / temperatures[0]) ** done;
    }
    iterations += 1;
    const { violations } = state;
    if (!moves.make()) continue;
    state.propagate();
    const limit = current - temperature * Math.log(1 - random());
    if (state.violations > violations + ROUNDING || state.total > limit) {
      state.undo();
      continue;
    }
    state.commit();
    current = state.total;
    accepted += 1;
    if (accepted % RENUMBER_AFTER === 0) state.renumber();
    if (current < best.cost - ROUNDING && state.dropped <= dropped)
      best = { cost: current, snapshot: state.snapshot() };
  }
  return { plan: state.toPlan(best.snapshot), cost: best.cost, iterations, ranks: best.snapshot.rank };
}

/** Sends everyone who comes in a plan and still can. */
function startFrom(state: PlanState, visits: readonly (VisitPlan | undefined)[]): void {
  for (let p = 0; p < state.visitOf.length; p += 1) {
    const v = int(state.visitOf, p);
    const c = visits[v]?.crew[p - int(state.firstPosition, v)] ?? NONE;
    const isPossible = c !== NONE && state.cleanerOf[p] === NONE && !state.isInCrew(v, c);
    if (isPossible && state.suited[p * state.cleaners + c] === 1) state.link(p, c);
  }
  state.propagate();
  state.commit();
}

/** Gives each visit without a complete crew the best cleaners, one after the other, or else nobody. */
function completeGreedily(state: PlanState): void {
  const order = Array.from({ length: state.visits }, (_, v) => v);
  order.sort((u, v) => (state.isBefore(u, v) ? -1 : 1));
  for (const v of order) {
    if (state.isComplete(v) || state.problem.visits[v]?.isFrozen === true) continue;
    for (let p = int(state.firstPosition, v); p < int(state.firstPosition, v + 1); p += 1) {
      if (state.cleanerOf[p] === NONE) linkBest(state, p);
    }
    if (!state.isComplete(v)) state.clear(v);
    state.propagate();
    state.commit();
  }
}

function linkBest(state: PlanState, p: number): void {
  const v = int(state.visitOf, p);
  const { violations } = state;
  let [best, least] = [NONE, Number.POSITIVE_INFINITY];
  for (const c of state.candidates[p] as Int32Array) {
    if (state.isInCrew(v, c)) continue;
    state.link(p, c);
    state.propagate();
    if (state.violations <= violations + ROUNDING && state.total < least) [best, least] = [c, state.total];
    state.undo();
  }
  if (best === NONE) return;
  state.link(p, best);
  state.propagate();
  state.commit();
}
