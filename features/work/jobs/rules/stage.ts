/** A crew member's own clock. */
export interface ClockedCrew {
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

export type Stage = 'upcoming' | 'in-progress' | 'done';

/** Begun at the first start, done at the last finish. */
export function stageOf(crew: readonly ClockedCrew[]): Stage {
  if (crew.length > 0 && crew.every((member) => member.finishedAt !== null)) return 'done';
  return crew.some((member) => member.startedAt !== null) ? 'in-progress' : 'upcoming';
}

/** The first start, or null. Times must be comparable as text, so in one zone. */
export function startedAt(crew: readonly ClockedCrew[]): string | null {
  const starts = crew.flatMap((member) => member.startedAt ?? []);
  return starts.sort()[0] ?? null;
}

/** The last finish; null until everyone has finished. */
export function finishedAt(crew: readonly ClockedCrew[]): string | null {
  if (stageOf(crew) !== 'done') return null;
  return (
    crew
      .flatMap((member) => member.finishedAt ?? [])
      .sort()
      .at(-1) ?? null
  );
}
