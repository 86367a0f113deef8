/** cleaner1ID … cleaner5ID as sent by a client. */
export interface CrewNames {
  readonly cleaner1ID?: string | null | undefined;
  readonly cleaner2ID?: string | null | undefined;
  readonly cleaner3ID?: string | null | undefined;
  readonly cleaner4ID?: string | null | undefined;
  readonly cleaner5ID?: string | null | undefined;
}

/** The five positions in order; null where no cleaner is named. */
export function namesByPosition(names: CrewNames): (string | null)[] {
  const { cleaner1ID, cleaner2ID, cleaner3ID, cleaner4ID, cleaner5ID } = names;
  return [cleaner1ID, cleaner2ID, cleaner3ID, cleaner4ID, cleaner5ID].map((id) => id || null);
}

/** The named cleaners of a new visit, in order; null if there are more than the visit needs, or one is named twice. */
export function namedCrew(names: CrewNames, numCleaners: number): string[] | null {
  const named = namesByPosition(names).filter((id) => id !== null);
  return new Set(named).size === named.length && named.length <= numCleaners ? named : null;
}

/**
 * The crew after a change: a position with a named cleaner gets that cleaner, the others keep theirs. Swapping two
 * positions is allowed. Null if a position beyond the crew size is named or a cleaner would be in it twice.
 *
 * @param positions the named cleaner of each position; null where the current one stays
 * @param size the new crew size; it exceeds the current crew if cleaners are still to be found.
 */
export function changedCrew(
  current: readonly string[],
  positions: readonly (string | null)[],
  size = current.length,
): string[] | null {
  if (positions.slice(size).some((id) => id !== null)) return null;
  const next = Array.from({ length: size }).flatMap((_, at) => positions[at] ?? current[at] ?? []);
  return new Set(next).size === next.length ? next : null;
}

/** Orders a crew by position: members keep theirs, the others fill the gaps, and the rest are appended. */
export function inPositions(positions: readonly string[], crew: readonly string[]): string[] {
  const newcomers = crew.filter((id) => !positions.includes(id));
  const kept = positions.flatMap((id) => (crew.includes(id) ? id : (newcomers.shift() ?? [])));
  return [...kept, ...newcomers];
}
