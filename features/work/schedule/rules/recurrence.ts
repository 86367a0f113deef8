import { dayOf } from '#platform/kernel/business-time.ts';
import { type NotBookable, type Opening, openingOfLaterDates, whyNotBookable } from './opening.ts';
import { type Plan, type PlannedVisit, planVisit, preferringCrew } from './plan-visit.ts';

export const INTERVALS = ['weekly', 'fortnightly', 'three-weekly', 'four-weekly', 'monthly'] as const;
export type Interval = (typeof INTERVALS)[number];

/** On which days the visits of a series take place, each at the local time of the first. */
export interface Pattern {
  readonly interval: Interval;
  /**
   * Weekdays with a visit, Monday is 1; that of the first visit is one in any case. Monthly visits have no others: they
   * are on the first to fourth such day of a month, or on its last.
   */
  readonly weekdays?: readonly number[] | undefined;
}

export interface Recurrence extends Pattern {
  /** Null: without an end. */
  readonly count: number | null;
}

/** A date of a series on which the visit is at another time or does not take index. */
export interface SeriesException {
  /** The regular date. */
  readonly seriesDate: Temporal.Instant;
  /** Null: no visit. */
  readonly instead: Temporal.Instant | null;
}

/** One visit of a series: its regular date and its actual start. */
export interface SeriesDate {
  readonly seriesDate: Temporal.Instant;
  readonly start: Temporal.Instant;
}

/** A date of a series that cannot be served, and why. */
export interface SeriesConflict {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** Null: nobody is free. */
  readonly reason: NotBookable | null;
  /** The index of the date in the series. */
  readonly index: number;
}

export interface PlannedSeries {
  readonly visits: readonly PlannedVisit[];
  readonly conflicts: readonly SeriesConflict[];
}

const WEEKS = { weekly: 1, fortnightly: 2, 'three-weekly': 3, 'four-weekly': 4 } as const;
const DAYS_A_WEEK = 7;

/** A series without an end has visits for this long: at first from its first visit, then always from now. */
export const AHEAD = { days: 12 * DAYS_A_WEEK };

/** The starts of a series, at the same local time; a single start without a recurrence. */
export function seriesStarts(
  first: Temporal.Instant,
  recurrence: Recurrence | null,
  zone: string,
): Temporal.Instant[] {
  if (recurrence === null) return [first];
  const { count } = recurrence;
  const starts: Temporal.Instant[] = [];
  const until = first.toZonedDateTimeISO(zone).add(AHEAD).toInstant();
  for (const start of patternStarts(first, recurrence, zone)) {
    if (count === null ? Temporal.Instant.compare(start, until) > 0 : starts.length === count) break;
    starts.push(start);
  }
  return starts;
}

/** The starts of a pattern after one time, until another (included). */
export function startsBetween(
  first: Temporal.Instant,
  pattern: Pattern,
  {
    after,
    until,
    zone,
  }: { readonly after: Temporal.Instant; readonly until: Temporal.Instant; readonly zone: string },
): Temporal.Instant[] {
  const starts: Temporal.Instant[] = [];
  for (const start of patternStarts(first, pattern, zone)) {
    if (Temporal.Instant.compare(start, until) > 0) break;
    if (Temporal.Instant.compare(start, after) > 0) starts.push(start);
  }
  return starts;
}

/** All starts of a pattern, without an end. */
function* patternStarts(
  first: Temporal.Instant,
  { interval, weekdays = [] }: Pattern,
  zone: string,
): Generator<Temporal.Instant> {
  const start = first.toZonedDateTimeISO(zone);
  if (interval === 'monthly') {
    for (let months = 0; ; months += 1) yield sameDayOfMonth(start, months).toInstant();
  }
  const days = [...new Set([start.dayOfWeek, ...weekdays])].toSorted((a, b) => a - b);
  for (let weeks = 0; ; weeks += WEEKS[interval]) {
    for (const day of days) {
      const date = start.add({ days: weeks * DAYS_A_WEEK + day - start.dayOfWeek });
      if (Temporal.ZonedDateTime.compare(date, start) >= 0) yield date.toInstant();
    }
  }
}

/** The second Tuesday is followed by the second Tuesday of the next month, the fifth by the last. */
export function sameDayOfMonth(start: Temporal.ZonedDateTime, months: number): Temporal.ZonedDateTime {
  const nth = Math.ceil(start.day / DAYS_A_WEEK);
  const month = start.with({ day: 1 }).add({ months });
  const first = month.add({ days: (start.dayOfWeek - month.dayOfWeek + DAYS_A_WEEK) % DAYS_A_WEEK });
  const date = first.add({ weeks: nth - 1 });
  return date.month === month.month ? date : date.subtract({ weeks: 1 });
}

/** The dates of a series after applying its exceptions, in order and without the skipped ones. */
export function seriesDates(
  starts: readonly Temporal.Instant[],
  exceptions: readonly SeriesException[],
): SeriesDate[] {
  return starts.flatMap((seriesDate) => {
    const exception = exceptions.find((one) => one.seriesDate.equals(seriesDate));
    if (exception?.instead === null) return [];
    return [{ seriesDate, start: exception?.instead ?? seriesDate }];
  });
}

export type WrongException = 'no-such-date' | 'twice' | 'out-of-order' | 'nothing-left';

/** The first invalid exception of a series and the reason; null if all are valid. */
export function whyWrongException(
  starts: readonly Temporal.Instant[],
  exceptions: readonly SeriesException[],
  zone: string,
): { readonly index: number; readonly why: WrongException } | null {
  for (const [index, { seriesDate }] of exceptions.entries()) {
    if (!starts.some((start) => start.equals(seriesDate))) return { index, why: 'no-such-date' };
    const before = exceptions.slice(0, index);
    if (before.some((one) => one.seriesDate.equals(seriesDate))) return { index, why: 'twice' };
  }
  const dates = seriesDates(starts, exceptions);
  if (dates.length === 0) return { index: 0, why: 'nothing-left' };
  const wrong = exceptions.findIndex(
    ({ seriesDate, instead }) => instead !== null && !fitsSeries(dates, { seriesDate, start: instead }, zone),
  );
  return wrong === -1 ? null : { index: wrong, why: 'out-of-order' };
}

/**
 * Whether a visit may move to this start: on a day of its own, between the visits before and after it. The first may be
 * moved forward, and the last back, by less than a week.
 */
export function fitsSeries(dates: readonly SeriesDate[], wanted: SeriesDate, zone: string): boolean {
  const compare = Temporal.Instant.compare;
  const before = dates.findLast((one) => compare(one.seriesDate, wanted.seriesDate) < 0);
  const after = dates.find((one) => compare(one.seriesDate, wanted.seriesDate) > 0);
  const day = dayOf(wanted.start, zone);
  const own = dayOf(wanted.seriesDate, zone);
  const least = before ? dayOf(before.start, zone) : own.subtract({ weeks: 1 });
  const most = after ? dayOf(after.start, zone) : own.add({ weeks: 1 });
  return Temporal.PlainDate.compare(day, least) > 0 && Temporal.PlainDate.compare(day, most) < 0;
}

/** Plans every date; prefers the crew of the first visit for the later ones. */
export function planSeries(plan: Plan, starts: readonly Temporal.Instant[]): PlannedSeries {
  const visits: PlannedVisit[] = [];
  const conflicts: SeriesConflict[] = [];
  for (const [i, start] of starts.entries()) {
    const reason = whyNotBookable(start, plan.need.minutes, openingOfDate(plan.opening, i));
    const preference = preferringCrew(plan.preference, visits[0]?.crew ?? []);
    const visit = reason === null ? planVisit({ ...plan, preference }, start) : null;
    if (visit !== null) visits.push(visit);
    else conflicts.push({ start, end: start.add({ minutes: plan.need.minutes }), reason, index: i });
  }
  return { visits, conflicts };
}

/** Lead time and horizon apply to the first date of a series; later dates may be further ahead. */
function openingOfDate(opening: Opening, index: number): Opening {
  return index === 0 ? opening : openingOfLaterDates(opening);
}
