import { Moves } from './moves.ts';
import { isInCrew, PlanState, type Route, type Stop } from './plan-state.ts';
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
  readonly ranks: readonly number[];
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
  const found = (cost: number) => ({
    cost,
    plan: state.toPlan(),
    ranks: state.visits.map(({ rank }) => rank),
  });
  let current = state.total;
  let best = found(current);
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
    if (current < best.cost - ROUNDING && state.dropped <= dropped) best = found(current);
  }
  return { ...best, iterations };
}

/** Sends everyone who comes in a plan and still can. */
function startFrom(state: PlanState, plan: readonly (VisitPlan | undefined)[]): void {
  for (const visit of state.visits) {
    for (const [i, stop] of visit.stops.entries()) {
      const route = state.routes[plan[visit.index]?.crew[i] ?? -1];
      if (route === undefined || stop.route !== null || isInCrew(visit, route)) continue;
      if (stop.isSuited[route.index]) state.link(stop, route);
    }
  }
  state.propagate();
  state.commit();
}

/** Gives each visit without a complete crew the best cleaners, one after the other, or else nobody. */
function completeGreedily(state: PlanState): void {
  for (const visit of state.inOrder()) {
    if (visit.isComplete || visit.of.isFrozen === true) continue;
    for (const stop of visit.stops) if (stop.route === null) linkBest(state, stop);
    if (!visit.isComplete) state.clear(visit);
    state.propagate();
    state.commit();
  }
}

function linkBest(state: PlanState, stop: Stop): void {
  const { violations } = state;
  let [best, least]: [Route | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const route of stop.candidates) {
    if (isInCrew(stop.visit, route)) continue;
    state.link(stop, route);
    state.propagate();
    if (state.violations <= violations + ROUNDING && state.total < least)
      [best, least] = [route, state.total];
    state.undo();
  }
  if (best === null) return;
  state.link(stop, best);
  state.propagate();
  state.commit();
}
