import type { Week } from '#features/people/cleaners/rules/week.ts';
import { LONGEST_RIDE_MINUTES, type Travel } from './travel.ts';

/**
 * Whether a cleaner is free: the only function behind offered slots, submitted times and the office's "why not?". Two
 * exclusion constraints on cleaner_occupation guarantee the same in the database.
 */

/**
 * Maximum minutes of jobs per cleaner and day, breaks included. Source: Employment Act Part IV, 12 hours a day all-in.
 */
export const MAX_JOB_MINUTES_A_DAY = 12 * 60;

/** Maximum length of a diary entry, enforced by the database. Longer time off is stored as one entry per day. */
export const LONGEST_ENTRY_MINUTES = 24 * 60;

const MINUTES_A_DAY = 24 * 60;

/** Busy time, in minutes since 1970. */
export interface BusySpan {
  readonly kind: 'job' | 'time-off' | 'block';
  readonly start: number;
  readonly end: number;
  /** The postal code of the job. */
  readonly postal?: string;
  readonly jobID?: string;
  /** A block of one kind of work; other kinds may be booked. */
  readonly onlyJobType?: string;
}

export interface Diary {
  readonly cleanerID: string;
  readonly gender: string;
  readonly languages: readonly string[];
  /** Does not work in homes with pets. */
  readonly avoidsPets: boolean;
  /** Empty: works everywhere. */
  readonly regionIDs: readonly string[];
  readonly week: Week;
  /** Sorted by start. */
  readonly busy: readonly BusySpan[];
}

/** A time and place to check for one cleaner. */
export interface SlotQuery {
  /** Minutes since 1970, half-open. */
  readonly start: number;
  readonly end: number;
  /** Of the business day on which it starts: its weekday (0 for Sunday), and minutes of that day. */
  readonly weekday: number;
  readonly startMinute: number;
  readonly endMinute: number;
  readonly postal: string;
  /** Null if the postal code is in no known region; then regions exclude nobody. */
  readonly regionID: string | null;
  /** Empty or absent: any. */
  readonly gender?: string;
  readonly language?: string;
  readonly hasPets?: boolean;
  readonly jobType?: string;
  /** Jobs whose time counts as free: the moved one, or those being replaced. */
  readonly excludeJobIDs?: readonly string[];
  /** Applies between two jobs of a cleaner, not next to time off, blocks or the ends of working hours. */
  readonly travel: Travel;
}

/**
 * Preferences of the customer or the cleaner. Only the office may override them, with a reason that is kept. All other
 * rules are about time and cannot be overridden.
 */
export const SOFT_RULES = ['gender', 'language', 'pets', 'region'] as const;
export type SoftRule = (typeof SOFT_RULES)[number];
export type HardRule = 'day-off' | 'outside-hours' | 'job' | 'time-off' | 'block' | 'travel' | 'long-day';
export type Reason = SoftRule | HardRule;

export function isSoftRule(reason: Reason): reason is SoftRule {
  return SOFT_RULES.some((rule) => rule === reason);
}

/** The rule that excludes this cleaner from the slot, hard rules first; null if the cleaner is free for all of it. */
export function whyNotFree(diary: Diary, query: SlotQuery): Reason | null {
  return whyNoTime(diary, query) ?? whyUnsuited(diary, query);
}

/** The hard rule that excludes a cleaner from a slot; null if at most soft rules do. */
export function whyNoTime(diary: Diary, query: SlotQuery): HardRule | null {
  return whyNotAtWork(diary, query) ?? whyBusy(diary, query);
}

type Suiting = Pick<SlotQuery, 'gender' | 'language' | 'hasPets' | 'regionID'>;

/** The soft rule that excludes a cleaner at any time; null if there is none. */
export function whyUnsuited(diary: Diary, query: Suiting): SoftRule | null {
  return brokenSoftRules(diary, query)[0] ?? null;
}

/** All soft rules that exclude a cleaner. */
export function brokenSoftRules(diary: Diary, query: Suiting): SoftRule[] {
  const { gender = '', language = '', hasPets = false, regionID } = query;
  const { regionIDs } = diary;
  const isBroken: Readonly<Record<SoftRule, boolean>> = {
    gender: gender !== '' && gender !== diary.gender,
    language: language !== '' && !speaks(diary, language),
    pets: hasPets && diary.avoidsPets,
    region: regionID !== null && regionIDs.length > 0 && !regionIDs.includes(regionID),
  };
  return SOFT_RULES.filter((rule) => isBroken[rule]);
}

/** Case-insensitive. */
export function speaks(diary: Pick<Diary, 'languages'>, language: string): boolean {
  const wanted = language.toLowerCase();
  return diary.languages.some((spoken) => spoken.toLowerCase() === wanted);
}

function whyNotAtWork(diary: Diary, query: SlotQuery): HardRule | null {
  const day = diary.week[query.weekday];
  if (day === undefined || !day.available || day.shifts.length === 0) return 'day-off';
  return isAtWork(diary.week, query) ? null : 'outside-hours';
}

type TimeOfWeek = Pick<SlotQuery, 'weekday' | 'startMinute' | 'endMinute'>;

/** True if one shift of the week contains the whole time. */
export function isAtWork(week: Week, time: TimeOfWeek): boolean {
  const day = week[time.weekday];
  if (day === undefined || !day.available) return false;
  return day.shifts.some(([start, end]) => start <= time.startMinute && time.endMinute <= end);
}

function whyBusy(diary: Diary, query: SlotQuery): HardRule | null {
  const { from, until } = affectingRange(query);
  let jobMinutes = query.end - query.start;
  for (let i = firstFrom(diary.busy, from); i < diary.busy.length; i += 1) {
    const span = diary.busy[i];
    if (span === undefined || span.start >= until) break;
    const reason = whySpanIsInTheWay(span, query);
    if (reason !== null) return reason;
    jobMinutes += jobMinutesOf(span, query);
  }
  return jobMinutes > MAX_JOB_MINUTES_A_DAY ? 'long-day' : null;
}

/** The range of start times of spans that can affect a slot: its whole day, and the travel time on either side. */
export function affectingRange(query: SlotQuery): { readonly from: number; readonly until: number } {
  const dayStart = query.start - query.startMinute;
  return {
    from: Math.min(dayStart, query.start - LONGEST_RIDE_MINUTES) - LONGEST_ENTRY_MINUTES,
    until: Math.max(dayStart + MINUTES_A_DAY, query.end + LONGEST_RIDE_MINUTES),
  };
}

/** Why a single span excludes its cleaner from a slot; null if it does not. */
export function whySpanIsInTheWay(span: BusySpan, query: SlotQuery): HardRule | null {
  if (span.kind === 'job' && !isOtherJob(span, query)) return null;
  if (span.onlyJobType !== undefined && span.onlyJobType !== query.jobType) return null;
  if (span.start < query.end && query.start < span.end) return span.kind;
  if (span.kind !== 'job') return null;
  const gap = span.end <= query.start ? query.start - span.end : span.start - query.end;
  return gap < query.travel.minutesBetween(span.postal, query.postal) ? 'travel' : null;
}

/** Minutes of work that one span adds to the slot's day. */
export function jobMinutesOf(span: BusySpan, query: SlotQuery): number {
  if (!isOtherJob(span, query)) return 0;
  const dayStart = query.start - query.startMinute;
  return Math.max(0, Math.min(span.end, dayStart + MINUTES_A_DAY) - Math.max(span.start, dayStart));
}

function isOtherJob(span: BusySpan, query: SlotQuery): boolean {
  return span.kind === 'job' && !(span.jobID !== undefined && query.excludeJobIDs?.includes(span.jobID));
}

/**
 * Index of the first span that starts at `minute` or later. Binary search, because a diary of months is searched
 * thousands of times.
 */
export function firstFrom(busy: readonly BusySpan[], minute: number): number {
  let low = 0;
  let high = busy.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((busy[middle]?.start ?? Infinity) < minute) low = middle + 1;
    else high = middle;
  }
  return low;
}
