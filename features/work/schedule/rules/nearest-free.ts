import { dayOf, minuteOfDay } from '#platform/kernel/business-time.ts';
import type { Opening } from './opening.ts';
import { canCome, type Roster, rosterOfDay } from './roster.ts';
import { ALTERNATIVES, isSpread, spread, type TimeOfDay } from './spread.ts';
import type { VisitNeed } from './visit-need.ts';

/** An unavailable time, and where to look for alternatives. */
export interface TimeSearch {
  readonly wanted: Temporal.Instant;
  /** The number of days to search on either side. */
  readonly days: number;
  readonly opening: Opening;
}

/** A start at which enough cleaners are free, and who they are. */
export interface FreeStart {
  readonly start: Temporal.Instant;
  readonly freeIDs: readonly string[];
}

export interface CrewSearch {
  readonly need: VisitNeed;
  /** Cleaners who must be free. */
  readonly named: readonly string[];
  /** The customer's visits to that home: times during them are not offered. */
  readonly own?: readonly OwnTime[];
}

export interface OwnTime {
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

/**
 * The alternatives for each unavailable time, nearest first; see spread. Includes the time itself if cleaners other
 * than the named ones are free. Each day is evaluated once, however many searches cover it.
 */
export function nearestFree(
  roster: Roster,
  crew: CrewSearch,
  searches: readonly TimeSearch[],
): FreeStart[][] {
  const known = new Map<string, readonly FreeStart[]>();
  const startsOn = (day: Temporal.PlainDate, opening: Opening) => {
    const key = `${day} ${opening.isLaterDate ?? false}`;
    const starts = known.get(key) ?? freeStarts(day, roster, crew, opening);
    known.set(key, starts);
    return starts;
  };
  return searches.map((search) => nearestTo(search, startsOn));
}

/** Days to search on either side for a time on another day, if the day itself has enough. */
export const OTHER_DAYS = 3;

/** Whether to search this far: for three times, and within a few days also for one on another day. */
export function needsSearch(
  found: readonly FreeStart[],
  wanted: Temporal.Instant,
  { opening: { zone }, days }: Pick<TimeSearch, 'opening' | 'days'>,
): boolean {
  if (found.length !== ALTERNATIVES) return true;
  return days <= OTHER_DAYS && found.every(({ start }) => dayOf(start, zone).equals(dayOf(wanted, zone)));
}

type StartsOn = (day: Temporal.PlainDate, opening: Opening) => readonly FreeStart[];

/**
 * Searches from the day outwards, and one day further than needed, because that day may have a start closer to the
 * wanted hour.
 */
function nearestTo({ wanted, days, opening }: TimeSearch, startsOn: StartsOn): FreeStart[] {
  const middle = dayOf(wanted, opening.zone);
  const timeOf = ({ start }: Pick<FreeStart, 'start'>) => timeOfDay(opening.zone, start);
  const found: FreeStart[] = [...startsOn(middle, opening)];
  const isEnough = () => isSpread(found.map(timeOf), timeOf({ start: wanted }));
  let last = days;
  for (let away = 1; away <= last; away += 1) {
    found.push(...startsOn(middle.subtract({ days: away }), opening));
    found.push(...startsOn(middle.add({ days: away }), opening));
    if (isEnough()) last = Math.min(last, away + 1);
  }
  return spread(found, timeOf, timeOf({ start: wanted }));
}

function timeOfDay(zone: string, start: Temporal.Instant): TimeOfDay {
  return { at: start.epochMilliseconds, minuteOfDay: minuteOfDay(start, zone) };
}

function freeStarts(
  day: Temporal.PlainDate,
  roster: Roster,
  { need, named, own = [] }: CrewSearch,
  opening: Opening,
): FreeStart[] {
  const { starts, free } = rosterOfDay(day, need, roster, opening);
  return starts
    .map((start, i) => ({ start, freeIDs: roster.cleanerIDs.filter((_, index) => canCome(free, index, i)) }))
    .filter(({ freeIDs }) => freeIDs.length >= need.numCleaners && named.every((id) => freeIDs.includes(id)))
    .filter(({ start }) => !own.some((visit) => isUnderWay(visit, start, need.minutes)));
}

function isUnderWay({ from, until }: OwnTime, start: Temporal.Instant, minutes: number): boolean {
  const { compare } = Temporal.Instant;
  return compare(from, start.add({ minutes })) < 0 && compare(start, until) < 0;
}
