import { type Diary, firstFrom, speaks, whyNotFree, whyUnsuited } from './diary.ts';
import { slotQuery, type VisitNeed } from './visit-need.ts';

/** A point on the map, degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** What ranks free cleaners for one customer and home. */
export interface Preference {
  /** Who came before, the latest first. */
  readonly usual: readonly string[];
  readonly home: Point | null;
  /** Where each cleaner sets out from: the middle of the home area. */
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

/** Nobody comes before anybody else. */
export const NO_PREFERENCE: Preference = { usual: [], home: null, bases: new Map() };

const KM_PER_DEGREE = 111.3;

/** Whether a cleaner may come at all, were there time. A language only ranks. */
export function isSuited(diary: Diary, { gender, hasPets, regionId }: VisitNeed): boolean {
  return whyUnsuited(diary, { gender, hasPets, regionId }) === null;
}

/** Who can do the visit at `start`, best first. */
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
 * The order in which the system asks cleaners: the same as before, then one who speaks the language, then the
 * nearest (area to area), then the least loaded that day, then that week; ties by id, so that the same
 * question gets the same answer.
 */
export function rankCleaners(
  free: readonly Diary[],
  need: VisitNeed,
  start: Temporal.Instant,
  preference: Preference,
): Diary[] {
  return rankByLoad(free, need, preference, (diary) => loadOf(diary, start));
}

/** What is known of a cleaner before anybody's diary is read. */
export type Candidate = Pick<Diary, 'cleanerId' | 'languages'>;

/** The same order, where it is known how much each has to do. */
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
    .sort((a, b) => compareKeys(a.key, b.key) || compareText(a.cleaner.cleanerId, b.cleaner.cleanerId))
    .map(({ cleaner }) => cleaner);
}

/**
 * Those who could be among the first `most`, whatever each has to do: how much that is need be read of them alone.
 * Several of one area tie, so it may be more than `most`.
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

/** The crew in the order asked for, or null when there are not enough. */
export function chooseCrew(ranked: readonly Diary[], numCleaners: number): string[] | null {
  return ranked.length < numCleaners ? null : ranked.slice(0, numCleaners).map((diary) => diary.cleanerId);
}

/** Straight-line kilometres; at Singapore's latitude a degree is as long either way. */
export function distanceKm(a: Point, b: Point): number {
  return Math.hypot(a.latitude - b.latitude, a.longitude - b.longitude) * KM_PER_DEGREE;
}

/** Without how much there is to do, which comes last. */
function rankKey(cleaner: Candidate, need: VisitNeed, preference: Preference): number[] {
  const usual = preference.usual.indexOf(cleaner.cleanerId);
  const base = preference.bases.get(cleaner.cleanerId);
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

/** How much a cleaner has to do around a start, as far as the diary reaches. */
export function loadOf(diary: Diary, start: Temporal.Instant): JobMinutes {
  const minute = start.epochMilliseconds / 60_000;
  const within = ({ hours }: { readonly hours: number }) =>
    jobMinutes(diary, minute - hours * 60, minute + hours * 60);
  return { day: within(HALF_A_DAY), week: within(HALF_A_WEEK) };
}

/** Minutes of jobs that start between two moments. */
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
