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

/** Nobody comes before anybody else. */
export const NO_PREFERENCE: Preference = { usual: [], home: null, bases: new Map() };

const KM_PER_DEGREE = 111.3;

/** Whether a cleaner may come at all, were there time. A language only ranks. */
export function isSuited(diary: Diary, { gender, regionId }: VisitNeed): boolean {
  return whyUnsuited(diary, { gender, regionId }) === null;
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
  const minute = start.epochMilliseconds / 60_000;
  return free
    .map((diary) => ({ diary, key: rankKey(diary, need, minute, preference) }))
    .sort((a, b) => compareKeys(a.key, b.key) || compareText(a.diary.cleanerId, b.diary.cleanerId))
    .map(({ diary }) => diary);
}

/** The crew in the order asked for, or null when there are not enough. */
export function chooseCrew(ranked: readonly Diary[], numCleaners: number): string[] | null {
  return ranked.length < numCleaners ? null : ranked.slice(0, numCleaners).map((diary) => diary.cleanerId);
}

/** Straight-line kilometres; at Singapore's latitude a degree is as long either way. */
export function distanceKm(a: Point, b: Point): number {
  return Math.hypot(a.latitude - b.latitude, a.longitude - b.longitude) * KM_PER_DEGREE;
}

function rankKey(diary: Diary, need: VisitNeed, minute: number, preference: Preference): number[] {
  const usual = preference.usual.indexOf(diary.cleanerId);
  const base = preference.bases.get(diary.cleanerId);
  const known = base !== undefined && preference.home !== null;
  return [
    usual === -1 ? preference.usual.length : usual,
    need.language === '' || speaks(diary, need.language) ? 0 : 1,
    known && preference.home ? distanceKm(base, preference.home) : Number.MAX_VALUE,
    jobMinutes(diary, minute - 720, minute + 720),
    jobMinutes(diary, minute - 7 * 720, minute + 7 * 720),
  ];
}

/** Minutes of jobs that start within a window around the visit: 12 hours either side, or half a week. */
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
