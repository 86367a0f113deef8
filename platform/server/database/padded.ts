/**
 * Pads the list to a power of two by repeating its last value, so that statements with `in (…)` have a few texts
 * instead of one per length and can be prepared. An empty list stays empty.
 */
export function padded<T>(values: readonly T[]): T[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array<T>(length - values.length).fill(last)];
}
