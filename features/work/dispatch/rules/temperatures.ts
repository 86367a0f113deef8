import type { Problem } from './problem.ts';

/** A search has so many rounds: the first finds a plan, the others start from the best one, colder. */
export const ROUNDS = 3;

interface Round {
  readonly seed: number;
  /** From 0. */
  readonly round: number;
}

/**
 * The first and last temperature of a round. The first must be of the size of the largest cost that the search has to
 * pass over: a visit that nobody comes to, or a changed cleaner; lower ones gave plans that were 3 % worse.
 *
 * In home care nothing is left out, and no single value is best: days with much lateness need 40, large ones 5. So even
 * seeds begin cold.
 */
export function temperaturesFor(
  { weights, visits }: Problem,
  { seed, round }: Round,
): readonly [number, number] {
  const mayLeaveOut = visits.some(({ maxLateMinutes }) => maxLateMinutes !== Number.POSITIVE_INFINITY);
  if (!mayLeaveOut) return round === 0 && seed % 2 === 1 ? [40, 0.3] : [5, 0.1];
  if (weights.changedCleaner > 100) return [2000, 2];
  return round === 0 ? [300, 1] : [60, 0.5];
}
