import { type Diary, firstFrom, speaks, whyNotFree, whyUnsuited } from './diary.ts';
import { distanceKm, type Point } from './travel.ts';
import { slotQuery, type VisitNeed } from './visit-need.ts';

/** The inputs that rank free cleaners for one customer and home. */
export interface Preference {
  /** Previous cleaners, latest first. */
  readonly usual: readonly string[];
  readonly home: Point | null;
  /** Where each cleaner sets out from: the centre of their home area. */
  readonly bases: ReadonlyMap<string, Point>;
}

/** Minutes of jobs that start within half a day, and within half a week, of a visit. */
export interface JobMinutes {
  readonly day: number;
  readonly week: number;
}

export const HALF_A_DAY = { hours: 12 };
export const HALF_A_WEEK = { hours: 84 };
export const NOTHING_TO_DO: JobMinutes = { day: 0, week: 0 };

export const NO_PREFERENCE: Preference = { usual: [], home: null, bases: new Map() };

/** Whether a cleaner is suitable at all, regardless of time. The language only ranks. */
export function isSuited(diary: Diary, { gender, hasPets, regionID }: VisitNeed): boolean {
  return whyUnsuited(diary, { gender, hasPets, regionID }) === null;
}

/** The cleaners who can do the visit at `start`, best first. */
export function freeCleaners(
  diaries: readonly Diary[],
  need: VisitNeed,
  start: Temporal.Instant,
  zone: string,
): Diary[] {
  const query = slotQuery(need, start, zone);
  return diaries.filter((diary) => whyNotFree(diary, query) === null);
}

/**
 * Ranks cleaners in the order in which the system assigns them: previous cleaners first, then those who speak the
 * language, then the nearest (area to area), then the least busy that day, then that week. Ties are broken by id, so
 * that the result is deterministic.
 */
export function rankCleaners(
  free: readonly Diary[],
  need: VisitNeed,
  start: Temporal.Instant,
  preference: Preference,
): Diary[] {
  return rankByLoad(free, need, preference, (diary) => jobMinutesAround(diary, start));
}

/** The data about a cleaner that is available without reading diaries. */
export type Candidate = Pick<Diary, 'cleanerID' | 'languages'>;

/** The same order, with known workloads. */
export function rankByLoad<C extends Candidate>(
  free: readonly C[],
  need: VisitNeed,
  preference: Preference,
  loadOfOne: (cleaner: C) => JobMinutes,
): C[] {
  return free
    .map((cleaner) => ({
      cleaner,
      key: [...rankKey(cleaner, need, preference), ...keyOf(loadOfOne(cleaner))],
    }))
    .sort((a, b) => compareKeys(a.key, b.key) || compareText(a.cleaner.cleanerID, b.cleaner.cleanerID))
    .map(({ cleaner }) => cleaner);
}

/**
 * The cleaners who could be among the first `most` regardless of workload, so that workloads are only read for these.
 * Cleaners of one area tie, so there may be more than `most`.
 */
export function shortlist<C extends Candidate>(
  free: readonly C[],
  need: VisitNeed,
  preference: Preference,
  most: number,
): C[] {
  const keyed = free
    .map((cleaner) => ({ cleaner, key: rankKey(cleaner, need, preference) }))
    .sort((a, b) => compareKeys(a.key, b.key));
  const last = keyed[most - 1];
  const reached = last === undefined ? keyed : keyed.filter(({ key }) => compareKeys(key, last.key) <= 0);
  return reached.map(({ cleaner }) => cleaner);
}

/** The crew in ranked order, or null if there are not enough cleaners. */
export function chooseCrew(ranked: readonly Diary[], numCleaners: number): string[] | null {
  return ranked.length < numCleaners
    ? null
    : ranked.slice(0, Math.max(0, numCleaners)).map((diary) => diary.cleanerID);
}

/** The rank without the workload, which is the last criterion. */
function rankKey(cleaner: Candidate, need: VisitNeed, preference: Preference): number[] {
  const usual = preference.usual.indexOf(cleaner.cleanerID);
  const base = preference.bases.get(cleaner.cleanerID);
  const known = base !== undefined && preference.home !== null;
  return [
    usual === -1 ? preference.usual.length : usual,
    need.language === '' || speaks(cleaner, need.language) ? 0 : 1,
    known && preference.home ? distanceKm(base, preference.home) : Number.MAX_VALUE,
  ];
}

function keyOf({ day, week }: JobMinutes): number[] {
  return [day, week];
}

/** A cleaner's workload around a start, as far as the diary covers it. */
export function jobMinutesAround(diary: Diary, start: Temporal.Instant): JobMinutes {
  const minute = start.epochMilliseconds / 60_000;
  const within = ({ hours }: { readonly hours: number }) =>
    jobMinutes(diary, minute - hours * 60, minute + hours * 60);
  return { day: within(HALF_A_DAY), week: within(HALF_A_WEEK) };
}

function jobMinutes(diary: Diary, from: number, until: number): number {
  let sum = 0;
  for (let i = firstFrom(diary.busy, from); i < diary.busy.length; i += 1) {
    const span = diary.busy[i];
    if (span === undefined || span.start >= until) break;
    if (span.kind === 'job') sum += span.end - span.start;
  }
  return sum;
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
