/**
 * Tiles per row in order of preference: the rows fill a phone's width, with tiles at least as large as a
 * thumbnail.
 */
const FEW = [8, 6, 7, 5] as const;
const MANY = [12, 10, 15] as const;
const MOST = 16;

/** Tiles per row for these hours: in full rows if possible. */
export function columnsFor(hours: number): number {
  const tiles = Math.ceil(hours);
  if (tiles <= FEW[0]) return Math.max(1, tiles);
  const fitting = tiles <= 40 ? [...FEW, ...MANY] : [...MANY, MOST];
  return fitting.find((columns) => tiles % columns === 0) ?? (tiles <= 40 ? FEW[0] : MANY[0]);
}
