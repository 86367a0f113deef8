import type { Travel } from '#features/work/schedule/rules/travel.ts';

/** One cleaner’s part of a visit; times in any unit. */
export interface CrewVisit {
  readonly jobID: string;
  readonly cleanerID: string;
  readonly start: number;
  readonly postal: string;
}

/** Identifies a cleaner’s part of a visit. */
export function partKey(jobID: string, cleanerID: string): string {
  return `${jobID} ${cleanerID}`;
}

/** Minutes to travel to each visit from the cleaner’s previous one, by `partKey`; the first of each has none. */
export function travelBefore(parts: readonly CrewVisit[], travel: Travel): Map<string, number> {
  const minutes = new Map<string, number>();
  for (const own of Map.groupBy(parts, ({ cleanerID }) => cleanerID).values()) {
    const inOrder = own.toSorted((a, b) => a.start - b.start);
    inOrder.forEach((part, index) => {
      const before = inOrder[index - 1];
      if (before === undefined) return;
      minutes.set(partKey(part.jobID, part.cleanerID), travel.minutesBetween(before.postal, part.postal));
    });
  }
  return minutes;
}
