import { WEEKDAYS, type Weekday } from '#platform/kernel/business-time.ts';
import type { FieldError } from '#platform/kernel/refusal.ts';

/** Minutes since business midnight, half-open: `[540, 780]` is 9:00 to 13:00. */
export type Shift = readonly [startMinute: number, endMinute: number];

export interface WorkDay {
  readonly available: boolean;
  readonly shifts: readonly Shift[];
}

/** A regular week by weekday, 0 for Sunday. A missing day is a day off. */
export type Week = Readonly<Record<number, WorkDay | undefined>>;

const RANGE = /^([01]?\d|2[0-4])[:.]([0-5]\d)\s*(?:-|–|to)\s*([01]?\d|2[0-4])[:.]([0-5]\d)$/;
const MIDNIGHT = 24 * 60;

/**
 * Parses the hours of a weekday: `09:00-18:00`, `09:00-13:00,14:00-18:00`, or nothing. Ranges are sorted, and
 * adjacent ones merged. Null if a range is invalid, ends before it starts, or overlaps another.
 */
export function readShifts(written: string): readonly Shift[] | null {
  const shifts: Shift[] = [];
  const parts = written.split(',').map((part) => part.trim());
  for (const part of parts.filter((part) => part !== '')) {
    const found = RANGE.exec(part)?.slice(1).map(Number);
    if (found === undefined) return null;
    const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = found;
    const shift: Shift = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
    if (shift[0] >= shift[1] || shift[1] > MIDNIGHT) return null;
    shifts.push(shift);
  }
  return joinTouching(shifts.sort((a, b) => a[0] - b[0]));
}

function joinTouching(sorted: readonly Shift[]): readonly Shift[] | null {
  const joined: Shift[] = [];
  for (const shift of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && shift[0] < last[1]) return null;
    if (last !== undefined && shift[0] === last[1]) joined[joined.length - 1] = [last[0], shift[1]];
    else joined.push(shift);
  }
  return joined;
}

/** `[[540, 780], [840, 1080]]` as `09:00-13:00,14:00-18:00`. */
export function showShifts(shifts: readonly Shift[]): string {
  return shifts.map(([start, end]) => `${clock(start)}-${clock(end)}`).join(',');
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Parses PostgreSQL's int4multirange, `{[540,780),[840,1080)}`. */
export function shiftsFromRanges(ranges: string): readonly Shift[] {
  return [...ranges.matchAll(/\[(\d+),(\d+)\)/g)].map((found): Shift => [Number(found[1]), Number(found[2])]);
}

/** Formats shifts as PostgreSQL's int4multirange. */
export function rangesFromShifts(shifts: readonly Shift[]): string {
  return `{${shifts.map(([start, end]) => `[${start},${end})`).join(',')}}`;
}

/** A row of cleaner_week. */
export interface WeekRow {
  readonly weekday: number;
  readonly available: boolean;
  readonly shifts: string;
}

export function weekFromRows(rows: readonly WeekRow[]): Week {
  return Object.fromEntries(
    rows.map((row): [number, WorkDay] => [
      row.weekday,
      { available: row.available, shifts: shiftsFromRanges(row.shifts) },
    ]),
  );
}

export type WholeWeekFields = Record<`${Weekday}Hours`, string> & Record<`${Weekday}Availability`, boolean>;
type WeekFields = { readonly [K in keyof WholeWeekFields]?: WholeWeekFields[K] | undefined };

const DAY_OFF: WorkDay = { available: false, shifts: [] };
const WRONG_HOURS =
  'Each shift needs a start and a later end, and shifts cannot overlap, like 09:00-13:00,14:00-18:00.';
const NO_HOURS = 'Enter the hours, or switch the day off.';

/**
 * Applies changed fields to a week. A new week starts with days off; hours sent without availability make a
 * day off a working day.
 */
export function changeWeek(
  before: Week,
  sent: WeekFields,
): { readonly week: Week; readonly errors: FieldError[] } {
  const errors: FieldError[] = [];
  const days = WEEKDAYS.map((name, weekday): [number, WorkDay] => {
    const old = before[weekday] ?? DAY_OFF;
    const hours = sent[`${name}Hours`];
    const read = hours === undefined ? old.shifts : readShifts(hours);
    const shifts = read ?? [];
    const firstHours = hours !== undefined && old.shifts.length === 0 && shifts.length > 0;
    const available = sent[`${name}Availability`] ?? (firstHours || old.available);
    if (read === null) errors.push({ path: `${name}Hours`, message: WRONG_HOURS });
    else if (available && shifts.length === 0) errors.push({ path: `${name}Hours`, message: NO_HOURS });
    return [weekday, { available, shifts }];
  });
  return { week: Object.fromEntries(days), errors };
}

/** The week of a cleaner from its wire fields. */
export function weekFromFields(fields: WholeWeekFields): Week {
  return changeWeek({}, fields).week;
}

/** The fourteen wire fields of a week. */
export function weekFields(week: Week): WholeWeekFields {
  return Object.fromEntries(
    WEEKDAYS.flatMap((name, weekday) => {
      const { available, shifts } = week[weekday] ?? DAY_OFF;
      return [
        [`${name}Availability`, available],
        [`${name}Hours`, showShifts(shifts)],
      ];
    }),
  ) as WholeWeekFields;
}
