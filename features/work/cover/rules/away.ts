/** A crew member, and when they clocked in; null until then. */
interface Member {
  readonly id: string;
  readonly startedAt: string | null;
}

/**
 * Who of a crew cannot come. Those who have clocked in are there.
 *
 * @param cleanerIds null: nobody can come
 */
export function awayFrom<M extends Member>(crew: readonly M[], cleanerIDs: readonly string[] | null): M[] {
  return crew.filter(
    ({ id, startedAt }) => startedAt === null && (cleanerIDs === null || cleanerIDs.includes(id)),
  );
}

/** Somebody else can come instead of one cleaner, unless nobody can. For more of a crew, the visit needs another time. */
export function canBeReplaced(crew: readonly Member[], cleanerIDs: readonly string[] | null): boolean {
  return cleanerIDs !== null && awayFrom(crew, cleanerIDs).length === 1;
}
