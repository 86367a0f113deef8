import type { Problem } from './problem.ts';

/** Of a long search, several shorter ones find better plans than a single one, because a few end in a bad valley. */
export const ROUNDS = 3;

/**
 * The first and last temperature for a problem. The first must be of the size of the largest cost that the search has to
 * pass over: a visit that nobody comes to, or a changed cleaner. Lower ones gave plans that were 3 % worse.
 */
export function temperaturesFor({ weights, visits }: Problem): readonly [number, number] {
  const mayLeaveOut = visits.some(({ maxLateMinutes }) => maxLateMinutes !== Number.POSITIVE_INFINITY);
  if (!mayLeaveOut) return [20, 0.3];
  return weights.changedCleaner > 100 ? [2000, 2] : [300, 1];
}
