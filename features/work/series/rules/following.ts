import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { type Interval, sameDayOfMonth } from '#features/work/schedule/rules/recurrence.ts';

/** The fields of a visit that determine which visits belong together. */
export interface SeriesVisit {
  readonly status: string;
  readonly start: Temporal.Instant;
}

/**
 * The visits meant by "this and following": from this one on, those with the same status, paid and confirmed ones alike,
 * because the saved card may already have paid for the next one. In such a series, cancelled or expired visits are
 * excluded.
 */
export function followingOf<V extends SeriesVisit>(visits: readonly V[], first: SeriesVisit): V[] {
  return visits
    .filter(({ status }) => status === first.status || (goesAhead(status) && goesAhead(first.status)))
    .filter((visit) => Temporal.Instant.compare(visit.start, first.start) >= 0)
    .toSorted((a, b) => Temporal.Instant.compare(a.start, b.start));
}

const DAYS_A_WEEK = 7;

/**
 * The new starts when the first visit moves: each visit goes to the new weekday and time, in its own week counted from
 * the first. A visit that had been moved on its own is realigned. If two would end up on one day, all are shifted by
 * the same number of days as the first, to its new time. Monthly ones go to the same day of their months. Expects the
 * earliest first.
 */
export function movedStarts(
  starts: readonly Temporal.Instant[],
  first: Temporal.Instant,
  zone: string,
  interval: Interval = 'weekly',
): Temporal.Instant[] {
  const [old] = starts;
  if (old === undefined) return [];
  const next = first.toZonedDateTimeISO(zone);
  const from = dayOf(old, zone);
  if (interval === 'monthly') {
    const monthOf = (day: Temporal.PlainDate) => day.year * 12 + day.month;
    return starts.map((start) =>
      sameDayOfMonth(next, monthOf(dayOf(start, zone)) - monthOf(from)).toInstant(),
    );
  }
  const inLine = starts.map((start) =>
    next.add({ days: DAYS_A_WEEK * Math.round(daysBetween(from, dayOf(start, zone)) / DAYS_A_WEEK) }),
  );
  const byWeek = inLine.map((start) => start.toInstant());
  if (new Set(byWeek.map((start) => start.epochMilliseconds)).size === starts.length) return byWeek;
  return starts.map((start) => next.add({ days: daysBetween(from, dayOf(start, zone)) }).toInstant());
}

function dayOf(start: Temporal.Instant, zone: string): Temporal.PlainDate {
  return start.toZonedDateTimeISO(zone).toPlainDate();
}

function daysBetween(from: Temporal.PlainDate, until: Temporal.PlainDate): number {
  return from.until(until, { largestUnit: 'days' }).days;
}

/** The indexes of visits of equal length that would overlap an earlier one. */
export function overlapping(starts: readonly Temporal.Instant[], minutes: number): Set<number> {
  const inOrder = starts
    .map((start, index) => ({ start, index }))
    .toSorted((a, b) => Temporal.Instant.compare(a.start, b.start));
  const found = new Set<number>();
  let until: Temporal.Instant | null = null;
  for (const { start, index } of inOrder) {
    if (until !== null && Temporal.Instant.compare(start, until) < 0) found.add(index);
    else until = start.add({ minutes });
  }
  return found;
}
