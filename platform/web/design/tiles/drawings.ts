/**
 * Tile drawings on a grid of 48. Four colours: 0 background, 1 petals, 2 accent, 3 corners.
 * Plain strings, shared by the style sheet's generator and the React tiles.
 */

/** The services, named like a job's type in the contract; each has its own pattern and colours. */
export type Service = 'regular' | 'one-time' | 'spring-cleaning' | 'moving-in-out';

export const SERVICES: readonly Service[] = ['regular', 'one-time', 'spring-cleaning', 'moving-in-out'];

export type Pattern = 'bunga' | 'bintang' | 'kipas' | 'pindah' | 'ubin';

/** One shape of a pattern: the index of its colour, and its path. */
export interface Shape {
  readonly colour: 0 | 1 | 2 | 3;
  readonly path: string;
}

/** The names of the services' colours in tokens.json. */
export const PALETTE: Readonly<Record<Service, 'regular' | 'onetime' | 'spring' | 'moving'>> = {
  regular: 'regular',
  'one-time': 'onetime',
  'spring-cleaning': 'spring',
  'moving-in-out': 'moving',
};

export const PATTERN_OF: Readonly<Record<Service, Pattern>> = {
  regular: 'bunga',
  'one-time': 'bintang',
  'spring-cleaning': 'kipas',
  'moving-in-out': 'pindah',
};

/** A petal: two arcs from one point to another. `fatness` below 1 widens it, above 1 narrows it. */
function leaf(from: readonly [number, number], to: readonly [number, number], fatness: number): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const radius = Math.round((length / Math.SQRT2) * fatness * 100) / 100;
  return `M${from[0]} ${from[1]}A${radius} ${radius} 0 0 1 ${to[0]} ${to[1]}A${radius} ${radius} 0 0 1 ${from[0]} ${from[1]}Z`;
}

const MIDDLE = [24, 24] as const;

/** Four petals from the centre to the given points. */
function petals(points: readonly (readonly [number, number])[], fatness: number): string {
  return points.map((point) => leaf(MIDDLE, point, fatness)).join('');
}

/** A full circle around the centre. */
function disc(radius: number): string {
  return `M${24 - radius} 24a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

/** Quarter circles in the four corners; neighbouring tiles complete them to circles. */
function corners(r: number): string {
  const far = 48 - r;
  return (
    `M0 0H${r}A${r} ${r} 0 0 1 0 ${r}ZM48 0H${far}A${r} ${r} 0 0 0 48 ${r}Z` +
    `M48 48H${far}A${r} ${r} 0 0 1 48 ${far}ZM0 48H${r}A${r} ${r} 0 0 0 0 ${far}Z`
  );
}

const diagonal = (inset: number) =>
  [
    [inset, inset],
    [48 - inset, inset],
    [48 - inset, 48 - inset],
    [inset, 48 - inset],
  ] as const;

const straight = (inset: number) =>
  [
    [24, inset],
    [48 - inset, 24],
    [24, 48 - inset],
    [inset, 24],
  ] as const;

const GROUND: Shape = { colour: 0, path: 'M0 0h48v48H0z' };

export const DRAWINGS: Readonly<Record<Pattern, readonly Shape[]>> = {
  bunga: [
    GROUND,
    { colour: 3, path: corners(7) },
    { colour: 1, path: petals(diagonal(7), 0.98) },
    { colour: 2, path: petals(straight(3), 1.25) },
    { colour: 0, path: disc(5.5) },
    { colour: 3, path: disc(3) },
  ],
  bintang: [
    GROUND,
    { colour: 3, path: 'M0 0h11L0 11zM48 0v11L37 0zM48 48H37l11-11zM0 48V37l11 11z' },
    {
      colour: 1,
      path: 'M24 3l6.15 6.15H38.85V17.85L45 24l-6.15 6.15v8.7h-8.7L24 45l-6.15-6.15h-8.7v-8.7L3 24l6.15-6.15v-8.7h8.7z',
    },
    { colour: 0, path: disc(12) },
    { colour: 2, path: petals(straight(13), 0.95) },
    { colour: 3, path: disc(2.6) },
  ],
  kipas: [
    GROUND,
    { colour: 3, path: 'M48 48H36A12 12 0 0 1 48 36Z' },
    { colour: 1, path: 'M0 0H44A44 44 0 0 1 0 44Z' },
    { colour: 0, path: 'M0 0H33A33 33 0 0 1 0 33Z' },
    { colour: 2, path: 'M0 0H28A28 28 0 0 1 0 28Z' },
    {
      colour: 1,
      path: leaf([0, 0], [25, 6.7], 1.5) + leaf([0, 0], [18.3, 18.3], 1.5) + leaf([0, 0], [6.7, 25], 1.5),
    },
    { colour: 3, path: 'M0 0H7A7 7 0 0 1 0 7Z' },
  ],
  pindah: [
    GROUND,
    { colour: 1, path: 'M24 4L44 24 24 44 4 24z' },
    { colour: 0, path: 'M24 12l12 12-12 12-12-12z' },
    { colour: 2, path: petals(straight(14), 0.95) },
    { colour: 3, path: corners(9) },
  ],
  ubin: [GROUND, { colour: 1, path: petals(diagonal(4), 0.98) }],
};

/** The four petals of ubin as separate paths: the day grid fills some of them to show how much is free. */
export const UBIN_PETALS: readonly string[] = diagonal(4).map((point) => leaf(MIDDLE, point, 0.98));

/** A person's tile: the same pattern, colours and rotation for the same id, every time (FNV-1a). */
export function personTile(id: string): { pattern: Pattern; service: Service; turn: 0 | 1 | 2 | 3 } {
  let hash = 2166136261;
  for (const character of id) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 16777619);
  }
  hash >>>= 0;
  const patterns = ['bunga', 'bintang', 'kipas', 'pindah'] as const;
  const turns = [0, 1, 2, 3] as const;
  return {
    pattern: patterns[hash % 4] ?? 'bunga',
    service: SERVICES[(hash >>> 2) % 4] ?? 'regular',
    turn: turns[(hash >>> 4) % 4] ?? 0,
  };
}
