import {
  type FreeButForOne,
  findBestFits,
  findUnsuited,
  type Staff,
  type Unsuited,
  type VisitToFill,
} from '#features/work/schedule/rules/fill-visit.ts';
import type { ScoredCleaner } from '#features/work/schedule/rules/suggestion.ts';
import { LONGEST_RIDE_MINUTES, type Travel } from '#features/work/schedule/rules/travel.ts';

/** As many as the office can compare. */
const MAX_REPLACEMENTS = 5;

/** Who can come to a visit, without these cleaners; best first. */
export function findReplacements(
  visit: VisitToFill,
  staff: Staff,
  except: readonly string[],
): readonly ScoredCleaner[] {
  return findBestFits(visit, staff)
    .filter(({ cleanerID }) => !except.includes(cleanerID))
    .slice(0, MAX_REPLACEMENTS);
}

/** Who has time for a visit, also in this plan, but is no match for the home. */
export function findUnsuitedReplacements(
  visit: VisitToFill,
  staff: Staff,
  { except, given }: { readonly except: readonly string[]; readonly given: readonly GivenVisit[] },
): readonly Unsuited[] {
  return findUnsuited(visit, staff)
    .filter(({ cleanerID }) => !except.includes(cleanerID) && !hasNoTime(cleanerID, visit, given))
    .slice(0, MAX_REPLACEMENTS);
}

/** The visit of a busy cleaner. */
export interface OtherVisit {
  readonly visit: VisitToFill;
  readonly crew: readonly { readonly id: string; readonly startedAt: string | null }[];
}

/** A busy cleaner comes, and another one does their visit. */
export interface Swap {
  readonly cleanerID: string;
  readonly otherJobID: string;
  readonly otherCleanerID: string;
}

/** A visit that somebody is given in the plan. Times in minutes since 1970. */
export interface GivenVisit {
  readonly cleanerID: string;
  readonly start: number;
  readonly end: number;
  readonly postal: string;
}

interface Swapping {
  readonly others: ReadonlyMap<string, OtherVisit>;
  readonly staff: Staff;
  readonly absent: readonly string[];
  /** Nobody who swaps is given a visit for which one of these leaves no time. */
  readonly given: readonly GivenVisit[];
}

/**
 * The first swap that is possible; null if there is none.
 *
 * @param busy who could come if their own visit went to somebody else, best first
 */
export function findSwap(
  visit: VisitToFill,
  busy: readonly FreeButForOne[],
  { others, staff, absent, given }: Swapping,
): Swap | null {
  for (const { cleanerID, jobID } of busy) {
    const other = others.get(jobID);
    const member = other?.crew.find(({ id }) => id === cleanerID);
    if (other === undefined || member === undefined || member.startedAt !== null) continue;
    if (hasNoTime(cleanerID, visit, given)) continue;
    const except = [...other.crew.map(({ id }) => id), ...absent];
    const by = findReplacements(other.visit, staff, except).find(
      (one) => !hasNoTime(one.cleanerID, other.visit, given),
    );
    if (by !== undefined) return { cleanerID, otherJobID: jobID, otherCleanerID: by.cleanerID };
  }
  return null;
}

/** What a swap gives to whom. */
export function givenBySwap(
  { cleanerID, otherJobID, otherCleanerID }: Swap,
  visit: VisitToFill,
  others: ReadonlyMap<string, OtherVisit>,
): GivenVisit[] {
  const other = others.get(otherJobID);
  const own = { cleanerID, ...timeOf(visit) };
  return other === undefined ? [own] : [own, { cleanerID: otherCleanerID, ...timeOf(other.visit) }];
}

function hasNoTime(cleanerID: string, visit: VisitToFill, given: readonly GivenVisit[]): boolean {
  return given.some((one) => one.cleanerID === cleanerID && clash(one, timeOf(visit), visit.need.travel));
}

function timeOf({ need, start }: VisitToFill) {
  const minute = start.epochMilliseconds / 60_000;
  return { start: minute, end: minute + need.minutes, postal: need.postal };
}

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
 * possible. Nobody is given two visits without time to travel in between. Exact for the day of a few cleaners; of more, it
 * is the best of the first MAX_STEPS assignments, which begin with the best cleaners.
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

/** About a tenth of a second: a day of many cleaners has more combinations than anybody can wait for. */
const MAX_STEPS = 100_000;

function bestAssignment(visits: readonly UncoveredVisit[], travel: Travel): Assignment {
  // Those with the least choice first, each with its best cleaner first: the first assignments are good ones.
  const sorted = visits
    .filter(({ candidates }) => candidates.length > 0)
    .map((visit) => ({ ...visit, candidates: visit.candidates.toSorted((a, b) => b.score - a.score) }))
    .toSorted((a, b) => a.candidates.length - b.candidates.length);
  const highest = sorted.map((_, index) =>
    sorted.slice(index).reduce((sum, { candidates }) => sum + (candidates[0]?.score ?? 0), 0),
  );
  let best: Assignment = NOTHING;
  let steps = 0;
  const search = (index: number, { taken, score }: Assignment): void => {
    const visit = sorted[index];
    if (visit === undefined) {
      if (isBetter({ taken, score }, best)) best = { taken, score };
      return;
    }
    const most = taken.length + sorted.length - index;
    if (most < best.taken.length) return;
    if (most === best.taken.length && score + (highest[index] ?? 0) <= best.score) return;
    steps += 1;
    for (const { cleanerID, score: more } of visit.candidates) {
      const isBusy = taken.some(
        (other) => other.cleanerID === cleanerID && clash(other.visit, visit, travel),
      );
      if (isBusy) continue;
      search(index + 1, { taken: [...taken, { visit, cleanerID }], score: score + more });
      if (steps > MAX_STEPS) return;
    }
    search(index + 1, { taken, score });
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

type Timed = Pick<GivenVisit, 'start' | 'end' | 'postal'>;

function clash(a: Timed, b: Timed, travel: Travel): boolean {
  const [first, second] = a.start <= b.start ? [a, b] : [b, a];
  return second.start - first.end < travel.minutesBetween(first.postal, second.postal);
}
