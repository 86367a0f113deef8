import { type Pattern, startsBetween } from '#features/work/schedule/rules/recurrence.ts';

/** Visits are added once fewer weeks than these are ahead, and then for one week more. */
export const AHEAD_DAYS = 12 * 7;
const ADDED_DAYS = 13 * 7;

/** Until when the visits of a series without an end are in the diaries. */
export function addUntil(now: Temporal.Instant): Temporal.Instant {
  return now.add({ hours: 24 * ADDED_DAYS });
}

/** The later of two times. */
export function later(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) < 0 ? other : one;
}

/** Series whose visits end before then get more. */
export function dueBefore(now: Temporal.Instant): Temporal.Instant {
  return now.add({ hours: 24 * AHEAD_DAYS });
}

/** Days without visits, both included. */
export interface Pause {
  readonly firstDay: Temporal.PlainDate;
  readonly lastDay: Temporal.PlainDate;
}

export interface Endless {
  readonly firstAt: Temporal.Instant;
  readonly pattern: Pattern;
  /** Its dates until then have their visits. */
  readonly addedUntil: Temporal.Instant;
  readonly pauses: readonly Pause[];
  /** The days that have a visit of it already, or had one: `2026-12-03`. */
  readonly days: ReadonlySet<string>;
}

/** The dates that get a visit now. @param until of a series that was booked for longer: the last of its visits */
export function datesToAdd(
  { firstAt, pattern, addedUntil, pauses, days }: Endless,
  now: Temporal.Instant,
  zone: string,
  until: Temporal.Instant = addUntil(now),
): Temporal.Instant[] {
  const after = Temporal.Instant.compare(addedUntil, now) < 0 ? now : addedUntil;
  return startsBetween(firstAt, pattern, { after, until, zone }).filter((start) => {
    const day = start.toZonedDateTimeISO(zone).toPlainDate();
    return !days.has(day.toString()) && !pauses.some((pause) => isIn(pause, day));
  });
}

/** Whether a day is in a pause. */
export function isIn({ firstDay, lastDay }: Pause, day: Temporal.PlainDate): boolean {
  const compare = Temporal.PlainDate.compare;
  return compare(firstDay, day) <= 0 && compare(day, lastDay) <= 0;
}

interface VisitOfCrew {
  readonly start: Temporal.Instant;
  readonly crew: readonly string[];
}

/**
 * The customer's cleaners: the crew of most visits ahead, so that one who stood in once does not stay, and a new one who
 * took over does. Of two that come equally often, the one that comes later. Without visits ahead, that of the last visit.
 *
 * @param visits earliest first
 */
export function usualCrew(visits: readonly VisitOfCrew[], now: Temporal.Instant): readonly string[] {
  const ahead = visits.filter(({ start }) => Temporal.Instant.compare(start, now) > 0);
  const among = ahead.length > 0 ? ahead : visits.slice(-1);
  const times = Map.groupBy(among, ({ crew }) => crew.toSorted().join());
  let usual: readonly VisitOfCrew[] = [];
  for (const visit of among) {
    const same = times.get(visit.crew.toSorted().join()) ?? [];
    if (same.length >= usual.length) usual = same;
  }
  return usual.at(-1)?.crew ?? [];
}

const ANSWER_DAYS = 14;
/** The answer is needed this long before the visit. */
const BEFORE_VISIT_DAYS = 2;

/** Until when a customer chooses what happens on a date on which their cleaner is not free. */
export function answerBy(start: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  const [usual, latest] = [
    now.add({ hours: 24 * ANSWER_DAYS }),
    start.subtract({ hours: 24 * BEFORE_VISIT_DAYS }),
  ];
  const by = Temporal.Instant.compare(usual, latest) < 0 ? usual : latest;
  return Temporal.Instant.compare(by, now) < 0 ? now : by;
}

/** The weekdays of a pattern whose first date moves by this many days. */
export function movedWeekdays(weekdays: readonly number[], days: number): number[] {
  return weekdays.map((day) => ((((day - 1 + days) % 7) + 7) % 7) + 1);
}
