/** Tiles across, the ones we like best first: a wall as wide as a phone, its tiles no smaller than a thumb's nail. */
const FEW = [8, 6, 7, 5] as const;
const MANY = [12, 10, 15] as const;
const MOST = 16;

/** How many tiles wide a wall of so many hours is: in full rows where it can be. */
export function columnsFor(hours: number): number {
  const tiles = Math.ceil(hours);
  if (tiles <= FEW[0]) return Math.max(1, tiles);
  const fitting = tiles <= 40 ? [...FEW, ...MANY] : [...MANY, MOST];
  return fitting.find((columns) => tiles % columns === 0) ?? (tiles <= 40 ? FEW[0] : MANY[0]);
}
