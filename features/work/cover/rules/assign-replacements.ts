import { LONGEST_RIDE_MINUTES, type Travel } from '#features/work/schedule/rules/travel.ts';

/** A visit whose cleaner cannot come. Times in minutes since 1970. */
export interface UncoveredVisit {
  readonly jobID: string;
  readonly start: number;
  readonly end: number;
  readonly postal: string;
  /** Cleaners who are free for it, with a score from 0 to 100. */
  readonly candidates: readonly { readonly cleanerID: string; readonly score: number }[];
}

/**
 * Who replaces the cleaner at each visit: as many visits as possible are covered, then the sum of scores is as high as
 * possible. Nobody is given two visits without time to travel in between. Exact: it tries every combination, which is
 * fine for one day of a cleaner.
 *
 * @returns the replacing cleaner by job; visits that nobody can do are absent.
 */
export function assignReplacements(
  visits: readonly UncoveredVisit[],
  travel: Travel,
): ReadonlyMap<string, string> {
  return new Map(
    groupsApart(visits).flatMap((group) =>
      bestAssignment(group, travel).taken.map(({ visit, cleanerID }) => [visit.jobID, cleanerID] as const),
    ),
  );
}

/** Visits between which anybody has time to travel cannot clash: those of each day are assigned on their own. */
function groupsApart(visits: readonly UncoveredVisit[]): UncoveredVisit[][] {
  const groups: UncoveredVisit[][] = [];
  let end = -Infinity;
  for (const visit of visits.toSorted((a, b) => a.start - b.start)) {
    if (visit.start - end >= LONGEST_RIDE_MINUTES) groups.push([]);
    groups.at(-1)?.push(visit);
    end = Math.max(end, visit.end);
  }
  return groups;
}

function bestAssignment(visits: readonly UncoveredVisit[], travel: Travel): Assignment {
  let best: Assignment = NOTHING;
  const search = (index: number, current: Assignment): void => {
    const visit = visits[index];
    if (visit === undefined) {
      if (isBetter(current, best)) best = current;
      return;
    }
    if (current.taken.length + (visits.length - index) < best.taken.length) return;
    for (const { cleanerID, score } of visit.candidates) {
      const isBusy = current.taken.some(
        (other) => other.cleanerID === cleanerID && clash(other.visit, visit, travel),
      );
      if (isBusy) continue;
      const taken = [...current.taken, { visit, cleanerID }];
      search(index + 1, { taken, score: current.score + score });
    }
    search(index + 1, current);
  };
  search(0, NOTHING);
  return best;
}

interface Assignment {
  readonly taken: readonly { readonly visit: UncoveredVisit; readonly cleanerID: string }[];
  readonly score: number;
}

const NOTHING: Assignment = { taken: [], score: 0 };

function isBetter(one: Assignment, other: Assignment): boolean {
  if (one.taken.length !== other.taken.length) return one.taken.length > other.taken.length;
  return one.score > other.score;
}

function clash(a: UncoveredVisit, b: UncoveredVisit, travel: Travel): boolean {
  const [first, second] = a.start <= b.start ? [a, b] : [b, a];
  return second.start - first.end < travel.minutesBetween(first.postal, second.postal);
}
