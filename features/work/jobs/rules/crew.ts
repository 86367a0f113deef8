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
export function namedCrew(positions: readonly (string | null)[], numCleaners: number): string[] | null {
  const named = positions.filter((id) => id !== null);
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

interface Member {
  readonly id: string;
  readonly startedAt: string | null;
}

/** The crew for a size: those who have clocked in stay, so that a smaller crew does not drop them. */
export function crewOfSize(crew: readonly Member[], size: number): string[] {
  const ids = crew.map((member) => member.id);
  if (size >= ids.length) return ids;
  const working = workingIn(crew);
  const kept = [...working, ...ids.filter((id) => !working.includes(id))].slice(0, size);
  return ids.filter((id) => kept.includes(id));
}

/** Whether somebody who has clocked in would leave. */
export function dropsWorker(before: readonly Member[], crew: readonly string[]): boolean {
  return workingIn(before).some((id) => !crew.includes(id));
}

function workingIn(crew: readonly Member[]): string[] {
  return crew.filter((member) => member.startedAt !== null).map((member) => member.id);
}

/** Whom to find for a visit. */
export interface CrewToFind {
  /** How many cleaners have to be found. */
  readonly seek: number;
  /** Which of them are named: they all must come. */
  readonly named: readonly string[];
  /** They stay and need no availability check. */
  readonly staying: readonly string[];
  /** Crew members who come if they can; the system finds the rest. */
  readonly preferred: readonly string[];
}

/**
 * At the same home, for the same length. The office names its crew; if it names nobody, the current crew stays. A customer
 * keeps a preferred crew; any other crew may be replaced in part by free cleaners. Members who stay at the same time are
 * not checked again.
 *
 * @param crew the crew after the change
 */
export function crewToFind(
  before: readonly Member[],
  crew: readonly string[],
  { moves, keepsCrew }: { readonly moves: boolean; readonly keepsCrew: boolean },
): CrewToFind {
  if (moves) return { seek: crew.length, named: keepsCrew ? crew : [], staying: [], preferred: [] };
  const isStaying = (id: string) => before.some((member) => member.id === id);
  const newcomers = crew.filter((id) => !isStaying(id));
  return { seek: newcomers.length, named: newcomers, staying: crew.filter(isStaying), preferred: [] };
}

/**
 * When the home, the size of the crew or the hours change: the whole crew is checked again. Named cleaners must all come;
 * of a crew chosen by the system, those who can. Cleaners who have clocked in stay.
 */
export function crewToFindAnew(
  before: readonly Member[],
  crew: readonly string[],
  { numCleaners, isNamed }: { readonly numCleaners: number; readonly isNamed: boolean },
): CrewToFind {
  const working = workingIn(before);
  const staying = crew.filter((id) => working.includes(id));
  const asked = crew.filter((id) => !staying.includes(id));
  const who = isNamed ? { named: asked, preferred: [] } : { named: [], preferred: asked };
  return { seek: numCleaners - staying.length, staying, ...who };
}
