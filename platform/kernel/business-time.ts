/**
 * Business time: dates, times of day and instants in the company's calendar. The zone is configuration (Asia/Singapore,
 * UTC+8 without daylight saving, unless BUSINESS_TZ is set). Everything here is pure: the current instant is always an
 * argument.
 */
export const DEFAULT_BUSINESS_TZ = 'Asia/Singapore';

export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The accepted years. Beyond them, time arithmetic and PostgreSQL overflow, and nothing is booked there. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;

/** Converts PostgreSQL's `2026-11-24 09:00:00.123+08` to the API's `2026-11-24T09:00:00.123+08:00`. */
export function wireTime(databaseText: string): string {
  const iso = databaseText.replace(' ', 'T');
  const sign = iso.at(-3);
  return sign === '+' || sign === '-' ? `${iso}:00` : iso;
}

export function wireTimeOrNull(databaseText: string | null): string | null {
  return databaseText === null ? null : wireTime(databaseText);
}

/** An instant in the API's ISO 8601 format with the business zone's offset, to the second. */
export function instantToWire(instant: Temporal.Instant, zone = DEFAULT_BUSINESS_TZ): string {
  return instant.toZonedDateTimeISO(zone).toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/**
 * Parses an instant: ISO 8601 with offset, or local forms (`2026-11-24 09:00[:00]`, `2026-11-24T09:00`) in business
 * time. Null if it is none of these, or outside the years 1900 to 2999.
 */
export function readInstant(written: string, zone = DEFAULT_BUSINESS_TZ): Temporal.Instant | null {
  const instant = anyInstant(written, zone);
  return instant !== null && isNear(instant.toZonedDateTimeISO('UTC').year) ? instant : null;
}

function anyInstant(written: string, zone: string): Temporal.Instant | null {
  const text = written.trim().replace(/^(\d{4}-\d\d-\d\d) /, '$1T');
  try {
    if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return Temporal.Instant.from(text);
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null;
    return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant();
  } catch {
    return null; // Temporal throws on invalid text, which is the check here
  }
}

/** Parses a business day, `YYYY-MM-DD`; null if there is no such day in the years 1900 to 2999. */
export function readDay(written: string): Temporal.PlainDate | null {
  try {
    const day = /^\d{4}-\d\d-\d\d$/.test(written) ? Temporal.PlainDate.from(written) : null;
    return day !== null && isNear(day.year) ? day : null;
  } catch {
    return null;
  }
}

function isNear(year: number): boolean {
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** The half-open interval of a business day: `[00:00, next 00:00)`. */
export function dayBounds(day: Temporal.PlainDate, zone = DEFAULT_BUSINESS_TZ) {
  return {
    start: day.toZonedDateTime(zone).toInstant(),
    end: day.add({ days: 1 }).toZonedDateTime(zone).toInstant(),
  };
}

/** The business day of an instant. */
export function dayOf(instant: Temporal.Instant, zone = DEFAULT_BUSINESS_TZ): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(zone).toPlainDate();
}

/** Minutes since midnight in business time, 0 to 1439. */
export function minuteOfDay(instant: Temporal.Instant, zone = DEFAULT_BUSINESS_TZ): number {
  const time = instant.toZonedDateTimeISO(zone);
  return time.hour * 60 + time.minute;
}

/** 0 for Sunday to 6 for Saturday, of a business day. */
export function weekdayIndex(day: Temporal.PlainDate): number {
  return day.dayOfWeek % 7;
}

/** The instant `minutes` after midnight of a business day. */
export function atMinute(
  day: Temporal.PlainDate,
  minutes: number,
  zone = DEFAULT_BUSINESS_TZ,
): Temporal.Instant {
  return day
    .toPlainDateTime({ hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 })
    .add({ days: Math.floor(minutes / 1440) })
    .toZonedDateTime(zone)
    .toInstant();
}

/** Parses PostgreSQL's text of a timestamptz. */
export function readDatabaseTime(databaseText: string): Temporal.Instant {
  return Temporal.Instant.from(wireTime(databaseText));
}

export function readDatabaseTimeOrNull(databaseText: string | null): Temporal.Instant | null {
  return databaseText === null ? null : readDatabaseTime(databaseText);
}
