/** cleaner1ID … cleaner5ID as they come from a client. */
export interface CrewNames {
  readonly cleaner1ID?: string | null | undefined;
  readonly cleaner2ID?: string | null | undefined;
  readonly cleaner3ID?: string | null | undefined;
  readonly cleaner4ID?: string | null | undefined;
  readonly cleaner5ID?: string | null | undefined;
}

/** The five places in order; null where nobody was named. */
export function placesOf(names: CrewNames): (string | null)[] {
  const { cleaner1ID, cleaner2ID, cleaner3ID, cleaner4ID, cleaner5ID } = names;
  return [cleaner1ID, cleaner2ID, cleaner3ID, cleaner4ID, cleaner5ID].map((id) => id || null);
}

/** Who was named for a new visit, in order; null when it is more than the visit needs, or somebody twice. */
export function namedCrew(names: CrewNames, numCleaners: number): string[] | null {
  const named = placesOf(names).filter((id) => id !== null);
  return new Set(named).size === named.length && named.length <= numCleaners ? named : null;
}

/**
 * The crew after a change: a named place gets its new cleaner, the others keep theirs. Two who change places
 * stay one crew. Null when a place beyond the crew is named or somebody would stand twice in it.
 *
 * @param size how many come; more than there are, where some are still to be found.
 */
export function changedCrew(
  current: readonly string[],
  names: CrewNames,
  size = current.length,
): string[] | null {
  const places = placesOf(names);
  if (places.slice(size).some((id) => id !== null)) return null;
  const next = places.slice(0, size).flatMap((id, place) => id ?? current[place] ?? []);
  return new Set(next).size === next.length ? next : null;
}

/** A crew in places: who was in one keeps it, the others take those that are left, and more behind them. */
export function inPlaces(places: readonly string[], crew: readonly string[]): string[] {
  const newcomers = crew.filter((id) => !places.includes(id));
  const kept = places.flatMap((id) => (crew.includes(id) ? id : (newcomers.shift() ?? [])));
  return [...kept, ...newcomers];
}
