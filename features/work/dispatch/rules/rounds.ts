import { anneal, type Found } from './anneal.ts';
import type { Problem } from './problem.ts';
import { randomFrom } from './random.ts';

/** A search has so many rounds: some from the day as it is, then one from the best plan. */
export const ROUNDS = 3;

interface Round {
  readonly seed: number;
  /** From 0. */
  readonly round: number;
}

export interface RoundSearch {
  readonly seed: number;
  /** The progress of a round after so many iterations, from 0 to 1. At 1 before it begins, the round is left out. */
  readonly progressOf: (round: number, iterations: number) => number;
}

/** The best plan of all rounds. Reproducible if the progress is. */
export function searchInRounds(problem: Problem, { seed, progressOf }: RoundSearch): Found {
  const random = randomFrom(seed);
  const search = (round: number, best?: Found): Found => {
    const { temperatures, refines } = heatOf(problem, { seed, round });
    const progress = (iterations: number) => progressOf(round, iterations);
    return anneal(problem, { random, progress, temperatures, ...(refines && best && { from: best }) });
  };
  let best = search(0);
  for (let round = 1; round < ROUNDS && progressOf(round, 0) < 1; round += 1) {
    const found = search(round, best);
    if (found.cost < best.cost) best = found;
  }
  return best;
}

interface Heat {
  /** The first and the last temperature. */
  readonly temperatures: readonly [number, number];
  /** Starts from the best plan of the earlier rounds. */
  readonly refines: boolean;
}

/** Above this, a search in home care that begins hot does not cool down in a minute. */
const LARGE_HOME_CARE = 150;

/**
 * The first temperature of a search must be of the size of the largest cost that it has to pass over: a visit that nobody
 * comes to, or a changed cleaner; lower ones gave plans that were 3 % worse. The last round refines the best plan.
 *
 * In home care nothing is left out, and no single value is best. A few of the searches that begin hot end in a bad valley,
 * so there are two of them; days with much lateness were 10 % worse when they began cold.
 */
function heatOf({ weights, visits }: Problem, { seed, round }: Round): Heat {
  const isLast = round === ROUNDS - 1;
  if (visits.every(({ maxLateMinutes }) => maxLateMinutes === Number.POSITIVE_INFINITY)) {
    const beginsCold = visits.length > LARGE_HOME_CARE && seed % 2 === 0;
    if (beginsCold) return { temperatures: [5, 0.1], refines: round > 0 };
    return { temperatures: isLast ? [5, 0.1] : [40, 0.3], refines: isLast };
  }
  if (weights.changedCleaner > 100) {
    // One of the size of a changed cleaner, one of the size of a visit without a crew.
    return { temperatures: [round === 1 ? 20_000 : 2000, 2], refines: isLast };
  }
  return { temperatures: isLast ? [60, 0.5] : [300, 1], refines: isLast };
}
