import type { FieldError } from '#platform/kernel/refusal.ts';
import { parseTimeInput } from './time-input.ts';

/** Half-open, in milliseconds since 1970. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const UNREADABLE = 'Enter the time like 2026-12-25 09:00.';

/** Anything longer means that the cleaner should be trashed instead. */
export const LONGEST_TIME_OFF_DAYS = 366;

/** Why this is not valid as time off, as a sentence for the field; null if it is. */
export function whyNoTimeOff(span: Span): string | null {
  if (span.end <= span.start) return 'The end must be after the start.';
  if (span.end - span.start > LONGEST_TIME_OFF_DAYS * DAY_MS)
    return 'Time off can last up to a year. Add another for more.';
  return null;
}

/**
 * The diary entries of time off: the time that is not taken yet, split at business midnights so that no entry is longer
 * than a day.
 *
 * @param taken existing diary entries, in any order.
 * @param dayStart returns the business midnight at or before a time.
 */
export function piecesOf(
  span: Span,
  taken: readonly Span[],
  dayStart: (moment: number) => number,
): readonly Span[] {
  const days: Span[] = [];
  for (let start = span.start; start < span.end; ) {
    const midnight = dayStart(start) + DAY_MS;
    const end = Math.min(span.end, midnight > start ? midnight : start + DAY_MS); // on a day of 25 h
    days.push({ start, end });
    start = end;
  }
  return days.flatMap((day) => without(day, taken));
}

function without(span: Span, taken: readonly Span[]): readonly Span[] {
  const free: Span[] = [];
  let from = span.start;
  for (const other of [...taken].sort((a, b) => a.start - b.start)) {
    if (other.end <= from || other.start >= span.end) continue;
    if (other.start > from) free.push({ start: from, end: other.start });
    from = Math.max(from, other.end);
  }
  if (from < span.end) free.push({ start: from, end: span.end });
  return free;
}

/** Time off as entered and as stored. */
export interface TimeOff extends Span {
  readonly description: string;
}

export interface WrittenTimeOff {
  readonly startTime: string | number;
  readonly endTime: string | number;
  readonly description: string;
}

/** Parses time off, or returns the errors by field. */
export function readTimeOff(written: WrittenTimeOff, zone: string): TimeOff | FieldError {
  const start = parseTimeInput(written.startTime, zone)?.epochMilliseconds;
  const end = parseTimeInput(written.endTime, zone)?.epochMilliseconds;
  if (start === undefined) return { path: 'startTime', message: UNREADABLE };
  if (end === undefined) return { path: 'endTime', message: UNREADABLE };
  const why = whyNoTimeOff({ start, end });
  return why === null ? { start, end, description: written.description } : { path: 'endTime', message: why };
}

/** Parses all entries of an update; errors name the entry: `unavailableDates.3.endTime`. */
export function readTimeOffs(written: readonly WrittenTimeOff[], zone: string) {
  const read = written.map((each) => readTimeOff(each, zone));
  return {
    periods: read.filter((each): each is TimeOff => !('path' in each)),
    errors: read.flatMap((each, i) =>
      'path' in each ? [{ ...each, path: `unavailableDates.${i}.${each.path}` }] : [],
    ),
  };
}

/** The additions and removals that turn one set of time off into another; common entries stay unchanged. */
export function changeTimeOff<T extends TimeOff>(before: readonly T[], after: readonly TimeOff[]) {
  const keyOf = (off: TimeOff) => `${off.start} ${off.end} ${off.description}`;
  const had = new Set(before.map(keyOf));
  const wanted = new Map(after.map((off) => [keyOf(off), off]));
  return {
    added: [...wanted].filter(([key]) => !had.has(key)).map(([, off]) => off),
    removed: before.filter((off) => !wanted.has(keyOf(off))),
  };
}
