import { type NotBookable, type Opening, openingOfLaterDates, whyNotBookable } from './opening.ts';
import { type Plan, type PlannedVisit, planVisit, preferringCrew } from './plan-visit.ts';

export interface Recurrence {
  readonly interval: 'weekly' | 'fortnightly';
  readonly count: number;
}

/** A date of a series that cannot be served, and why. */
export interface SeriesConflict {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** Null: nobody is free. */
  readonly reason: NotBookable | null;
  /** Which date of the series it is, from 0. */
  readonly place: number;
}

export interface PlannedSeries {
  readonly visits: readonly PlannedVisit[];
  readonly conflicts: readonly SeriesConflict[];
}

/** The starts of a series, at the same local time each week or fortnight; one start without a recurrence. */
export function seriesStarts(
  first: Temporal.Instant,
  recurrence: Recurrence | null,
  zone: string,
): Temporal.Instant[] {
  const weeks = recurrence?.interval === 'fortnightly' ? 2 : 1;
  const start = first.toZonedDateTimeISO(zone);
  return Array.from({ length: recurrence?.count ?? 1 }, (_, i) =>
    start.add({ weeks: weeks * i }).toInstant(),
  );
}

/** Plans every date; the crew of the first visit is asked first for the later ones. */
export function planSeries(plan: Plan, starts: readonly Temporal.Instant[]): PlannedSeries {
  const visits: PlannedVisit[] = [];
  const conflicts: SeriesConflict[] = [];
  for (const [i, start] of starts.entries()) {
    const reason = whyNotBookable(start, plan.need.minutes, openingOfDate(plan.opening, i));
    const preference = preferringCrew(plan.preference, visits[0]?.crew ?? []);
    const visit = reason === null ? planVisit({ ...plan, preference }, start) : null;
    if (visit !== null) visits.push(visit);
    else conflicts.push({ start, end: start.add({ minutes: plan.need.minutes }), reason, place: i });
  }
  return { visits, conflicts };
}

/** Lead and horizon bind the first date of a series; the others may lie further ahead. */
function openingOfDate(opening: Opening, place: number): Opening {
  return place === 0 ? opening : openingOfLaterDates(opening);
}
