/** A visit of a series, as far as it decides which of them go together. */
export interface SeriesVisit {
  readonly status: string;
  readonly start: Temporal.Instant;
}

/**
 * The visits that "this and following" means: from this one on, those that stand as it does. Of a series that is paid
 * one that was called off or has run out meanwhile stays as it is.
 */
export function followingOf<V extends SeriesVisit>(visits: readonly V[], first: SeriesVisit): V[] {
  return visits
    .filter((visit) => visit.status === first.status)
    .filter((visit) => Temporal.Instant.compare(visit.start, first.start) >= 0)
    .toSorted((a, b) => Temporal.Instant.compare(a.start, b.start));
}

const DAYS_A_WEEK = 7;

/**
 * Where visits go when the first of them gets another start: each to the first one's new weekday and time of day, in its
 * own week counted from the first. A visit that had been moved by itself falls back into line. Where two would meet on one
 * day by that, all move by as many days as the first, to its new time of day. The earliest first.
 */
export function movedStarts(
  starts: readonly Temporal.Instant[],
  first: Temporal.Instant,
  zone: string,
): Temporal.Instant[] {
  const [old] = starts;
  if (old === undefined) return [];
  const next = first.toZonedDateTimeISO(zone);
  const from = dayOf(old, zone);
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

/** Which of these visits, all of one length, would overlap an earlier one of them: their places. */
export function overlapping(starts: readonly Temporal.Instant[], minutes: number): Set<number> {
  const inOrder = starts
    .map((start, place) => ({ start, place }))
    .toSorted((a, b) => Temporal.Instant.compare(a.start, b.start));
  const found = new Set<number>();
  let until: Temporal.Instant | null = null;
  for (const { start, place } of inOrder) {
    if (until !== null && Temporal.Instant.compare(start, until) < 0) found.add(place);
    else until = start.add({ minutes });
  }
  return found;
}
