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
export function awayFrom<M extends Member>(crew: readonly M[], cleanerIds: readonly string[] | null): M[] {
  return crew.filter(
    ({ id, startedAt }) => startedAt === null && (cleanerIds === null || cleanerIds.includes(id)),
  );
}

/** Somebody else can come instead of one cleaner, unless nobody can. For more of a crew, the visit needs another time. */
export function canBeReplaced(crew: readonly Member[], cleanerIds: readonly string[] | null): boolean {
  return cleanerIds !== null && awayFrom(crew, cleanerIds).length === 1;
}
