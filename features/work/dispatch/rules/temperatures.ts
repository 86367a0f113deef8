import type { Problem } from './problem.ts';

/** A search has so many rounds. */
export const ROUNDS = 3;

interface Round {
  readonly seed: number;
  /** From 0. */
  readonly round: number;
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
export function heatOf({ weights, visits }: Problem, { seed, round }: Round): Heat {
  const isLast = round === ROUNDS - 1;
  if (visits.every(({ maxLateMinutes }) => maxLateMinutes === Number.POSITIVE_INFINITY)) {
    const beginsCold = visits.length > LARGE_HOME_CARE && seed % 2 === 0;
    if (beginsCold) return { temperatures: [5, 0.1], refines: round > 0 };
    return { temperatures: isLast ? [5, 0.1] : [40, 0.3], refines: isLast };
  }
  if (weights.changedCleaner > 100) return { temperatures: [2000, 2], refines: false };
  return { temperatures: isLast ? [60, 0.5] : [300, 1], refines: isLast };
}
