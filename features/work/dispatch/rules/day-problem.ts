import type { Week } from '#features/people/cleaners/rules/week.ts';
import {
  type BusySpan,
  type Diary,
  MAX_JOB_MINUTES_A_DAY,
  speaks,
  whyUnsuited,
} from '#features/work/schedule/rules/diary.ts';
import { distanceKm, type Point, rideMinutes, type Travel } from '#features/work/schedule/rules/travel.ts';
import type { VisitRequirements } from '#features/work/schedule/rules/visit-need.ts';
import { DAY_WEIGHTS, type PlanCleaner, type PlanVisit, type Problem, REPAIR_WEIGHTS } from './problem.ts';

/** What is planned. */
export const PLAN_KINDS = [
  /** Crews for the visits that lack a cleaner; nothing else changes. */
  'fill',
  /** Better crews for the whole day: less travel, the same cleaners, fair hours. */
  'improve',
  /** Crews if one cleaner is away, with as few changes as possible. */
  'cleaner-away',
  /** What one more cleaner would bring. */
  'extra-cleaner',
] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** The most that is planned at once; the search is measured with it. */
export const MAX_VISITS = 300;
export const MAX_CLEANERS = 100;

/** A visit of the day, with its times in minutes since 1970. */
export interface DayVisit {
  readonly jobID: string;
  readonly start: number;
  readonly need: VisitRequirements;
  /** By position. */
  readonly crew: readonly string[];
  /** Crew members who can no longer come. */
  readonly lost: readonly string[];
  /** Cleaners whom the customer is used to, latest first. */
  readonly usual: readonly string[];
  /** Has begun, or is about to: nothing about it changes. */
  readonly isFrozen: boolean;
}

export interface DayToPlan {
  readonly kind: PlanKind;
  /** Midnight, in minutes since 1970, and its weekday (0 for Sunday). */
  readonly dayStart: number;
  readonly weekday: number;
  readonly visits: readonly DayVisit[];
  readonly diaries: readonly Diary[];
  readonly travel: Travel;
  /** The centre of a postal code's area. */
  readonly pointOf: (postal: string) => Point | null;
  /** Where cleaners live. */
  readonly bases: ReadonlyMap<string, Point>;
  /** For `cleaner-away`. */
  readonly awayID?: string;
}

/** The cleaner who does not exist yet, in `extra-cleaner`. */
export const EXTRA_CLEANER = 'extra';

/** Minutes of travel that it is worth to send a cleaner whom the customer knows. */
const STRANGER = 25;
/** Minutes of travel that it is worth to send a cleaner who speaks the home's language. */
const NO_COMMON_LANGUAGE = 15;

/** Where the distance is not known: half an hour, about 3 km. */
const UNKNOWN_RIDE = 30;

const MINUTES_A_DAY = 24 * 60;

/**
 * The day as a problem. Its visits are those of the day in order, then whatever else the cleaners are booked for, frozen;
 * its cleaners are those of the diaries, then the extra one.
 */
export function problemOfDay(day: DayToPlan): Problem {
  const cleaners = [...day.diaries, ...(day.kind === 'extra-cleaner' ? [extraCleaner(day)] : [])];
  const indexOf = new Map(cleaners.map(({ cleanerID }, c) => [cleanerID, c]));
  const known = new Set(day.visits.map(({ jobID }) => jobID));
  const others = day.diaries.flatMap(({ cleanerID, busy }) =>
    busy
      .filter((span) => span.kind === 'job' && !known.has(span.jobID ?? '') && touchesDay(day, span))
      .map((span) => ({ span, cleaner: indexOf.get(cleanerID) ?? 0 })),
  );
  const postals = [
    ...new Set([...day.visits.map(({ need }) => need.postal), ...others.map((o) => o.span.postal ?? '')]),
  ];
  const placeOf = new Map(postals.map((postal, i) => [postal, i]));
  return {
    visits: [
      ...day.visits.map((visit) => planVisit(day, visit, { cleaners, indexOf, placeOf })),
      ...others.map(({ span, cleaner }) => frozenVisit(day, span, cleaner, placeOf)),
    ],
    cleaners: cleaners.map((diary, c) => ({
      id: diary.cleanerID,
      home: day.bases.has(diary.cleanerID) ? postals.length + c : null,
      setsOutAt: null,
      atWork: diary.cleanerID === day.awayID ? [] : timesAtWork(day, diary),
      maxMinutes: MAX_JOB_MINUTES_A_DAY,
    })),
    travel: travelMatrix(day, postals, cleaners),
    weights: day.kind === 'cleaner-away' ? REPAIR_WEIGHTS : DAY_WEIGHTS,
  };
}

interface Indexes {
  readonly cleaners: readonly Diary[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly placeOf: ReadonlyMap<string, number>;
}

function planVisit(day: DayToPlan, visit: DayVisit, { cleaners, indexOf, placeOf }: Indexes): PlanVisit {
  const { need, crew, usual, start } = visit;
  const from = start - day.dayStart;
  const lost = [...visit.lost, ...(visit.isFrozen ? [] : [day.awayID])];
  const canStay = (id: string) => indexOf.has(id) && !lost.includes(id);
  const before = Array.from({ length: need.numCleaners }, (_, i) => indexOf.get(crew[i] ?? '') ?? null);
  const remains = before.map((c, i) => (canStay(crew[i] ?? '') ? c : null));
  const suited = cleaners.flatMap((diary, c) => (suits(visit, diary) ? [c] : []));
  // The rest of an incomplete crew stays: the visit keeps them if nobody else is found.
  const isLacking = !visit.isFrozen && remains.includes(null);
  const keepsAll = visit.isFrozen || (day.kind === 'fill' && !isLacking);
  return {
    id: visit.jobID,
    place: placeOf.get(need.postal) ?? 0,
    earliest: from,
    latest: from,
    maxLateMinutes: 0,
    positions: remains.map((c) => ({
      minutes: need.minutes,
      suited: c === null || suited.includes(c) ? suited : [...suited, c],
      ...(isLacking && c !== null && { pinned: c }),
    })),
    before: { crew: keepsAll ? before : remains, starts: before.map(() => from) },
    isFrozen: keepsAll,
    preference: cleaners.map((diary) => {
      const isKnown = usual.length === 0 || usual.includes(diary.cleanerID) || crew.includes(diary.cleanerID);
      const isUnderstood = need.language === '' || speaks(diary, need.language);
      return (isKnown ? 0 : STRANGER) + (isUnderstood ? 0 : NO_COMMON_LANGUAGE);
    }),
  };
}

/** Gender, pets, region, and blocks of this kind of work. */
function suits({ need, start }: DayVisit, diary: Diary): boolean {
  const { gender, hasPets, regionID } = need;
  if (whyUnsuited(diary, { gender, hasPets, regionID }) !== null) return false;
  const end = start + need.minutes;
  return !diary.busy.some(
    (span) =>
      span.onlyJobType === need.jobType &&
      span.start < end &&
      start < span.end &&
      span.onlyJobType !== undefined,
  );
}

/** A booking that is not planned, for one of its cleaners. */
function frozenVisit(
  day: DayToPlan,
  span: BusySpan,
  cleaner: number,
  placeOf: ReadonlyMap<string, number>,
): PlanVisit {
  const from = span.start - day.dayStart;
  return {
    id: span.jobID ?? '',
    place: placeOf.get(span.postal ?? '') ?? 0,
    earliest: from,
    latest: from,
    maxLateMinutes: 0,
    positions: [{ minutes: span.end - span.start, suited: [cleaner] }],
    before: { crew: [cleaner], starts: [from] },
    isFrozen: true,
  };
}

function touchesDay({ dayStart }: DayToPlan, { start, end }: BusySpan): boolean {
  return start < dayStart + MINUTES_A_DAY && end > dayStart;
}

/** The shifts of the day without time off and blocks. */
function timesAtWork({ dayStart, weekday }: DayToPlan, { week, busy }: Diary): PlanCleaner['atWork'] {
  const off = busy
    .filter(({ kind, onlyJobType }) => kind !== 'job' && onlyJobType === undefined)
    .map(({ start, end }) => [start - dayStart, end - dayStart] as const);
  return off.reduce<readonly (readonly [number, number])[]>(without, shiftsOn(week, weekday));
}

function shiftsOn(week: Week, weekday: number): readonly (readonly [number, number])[] {
  const day = week[weekday];
  return day?.available ? day.shifts : [];
}

function without(
  times: readonly (readonly [number, number])[],
  [offFrom, offUntil]: readonly [number, number],
): readonly (readonly [number, number])[] {
  return times.flatMap(([from, until]) => {
    const parts = [
      [from, Math.min(until, offFrom)],
      [Math.max(from, offUntil), until],
    ] as const;
    return offFrom < until && from < offUntil ? parts.filter(([a, b]) => a < b) : [[from, until] as const];
  });
}

/** Works everywhere and at any time of the day, and is at home wherever the visits are. */
function extraCleaner({ weekday, diaries }: DayToPlan): Diary {
  const languages = [...new Set(diaries.flatMap((diary) => diary.languages))];
  return {
    cleanerID: EXTRA_CLEANER,
    gender: 'female',
    languages,
    avoidsPets: false,
    regionIDs: [],
    week: { [weekday]: { available: true, shifts: [[0, MINUTES_A_DAY]] } },
    busy: [],
  };
}

function travelMatrix(
  day: DayToPlan,
  postals: readonly string[],
  cleaners: readonly Diary[],
): Problem['travel'] {
  const points = [
    ...postals.map((postal) => day.pointOf(postal)),
    ...cleaners.map(({ cleanerID }) => day.bases.get(cleanerID) ?? null),
  ];
  const places = points.length;
  const keep = new Float64Array(places * places);
  const ride = new Float64Array(places * places);
  for (const [i, from] of points.entries()) {
    for (const [j, to] of points.entries()) {
      const [a, b] = [postals[i], postals[j]];
      if (a === b && a !== undefined) continue;
      ride[i * places + j] = rideBetween(from, to);
      if (a !== undefined && b !== undefined) keep[i * places + j] = day.travel.minutesBetween(a, b);
    }
  }
  keepBookedTrips(day, { places, keep }, new Map(postals.map((postal, i) => [postal, i])));
  return { places, keep, ride };
}

/** Trips that are booked already are possible, however far they are: the office has seen to it. */
function keepBookedTrips(
  day: DayToPlan,
  { places, keep }: { readonly places: number; readonly keep: Float64Array },
  placeOf: ReadonlyMap<string, number>,
): void {
  for (const { busy } of day.diaries) {
    const jobs = busy.filter((span) => span.kind === 'job' && touchesDay(day, span));
    for (const [i, next] of jobs.slice(1).entries()) {
      const [from, to] = [placeOf.get(jobs[i]?.postal ?? ''), placeOf.get(next.postal ?? '')];
      if (from === undefined || to === undefined) continue;
      const trip = from * places + to;
      keep[trip] = Math.min(keep[trip] ?? 0, Math.max(0, next.start - (jobs[i]?.end ?? 0)));
    }
  }
}

function rideBetween(from: Point | null, to: Point | null): number {
  if (from === null || to === null) return UNKNOWN_RIDE;
  return rideMinutes(distanceKm(from, to));
}
