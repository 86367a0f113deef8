/** Deterministic random numbers: the same seed text gives the same sequence. */
export interface Random {
  /** 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, inclusive. */
  int(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** True in this many of 100 cases. */
  percent(chance: number): boolean;
}

/** A separate sequence for each name, so that more draws in one do not affect the others. */
export function randomFor(name: string): Random {
  const next = mulberry32(hash(name));
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    int,
    percent: (chance) => next() * 100 < chance,
    pick<T>(from: readonly T[]): T {
      const picked = from[int(0, from.length - 1)];
      if (picked === undefined) throw new Error('Cannot pick from an empty list.');
      return picked;
    },
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** Mulberry32: small, fast, good enough to scatter visits over a week. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
