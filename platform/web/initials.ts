/** One or two letters for a person's tile, from their names in order: RO, or 林. */
export function initialsOf(...names: readonly (string | null | undefined)[]): string {
  const words = names.join(' ').trim().split(/\s+/);
  // By code points: half of an emoji would be shown as a box.
  const first = Array.from(words[0] ?? '')[0] ?? '';
  // A single letter of a single name reads like a digit: O for Owner.
  const last = words.length > 1 ? Array.from(words.at(-1) ?? '')[0] : Array.from(words[0] ?? '')[1];
  return /\p{Script=Han}/u.test(first) ? first : (first + (last ?? '')).toUpperCase();
}
