/**
 * The list with its last value repeated, so that it is 1, 2, 4, 8, … long: statements with `in (…)` then have a few texts
 * instead of one for every length, and are prepared. Empty stays empty.
 */
export function padded<T>(values: readonly T[]): T[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array<T>(length - values.length).fill(last)];
}
