import { dayOf, minuteOfDay } from '#platform/kernel/business-time.ts';
import type { Opening } from './opening.ts';
import { canCome, type Roster, rosterOfDay } from './roster.ts';
import { isSpread, spread, type TimeOfDay } from './spread.ts';
import type { VisitNeed } from './visit-need.ts';

/** A time that is gone, and where to look for others. */
export interface TimeSearch {
  readonly wanted: Temporal.Instant;
  /** So many days to either side of it. */
  readonly days: number;
  readonly opening: Opening;
}

/** A start at which enough are free, and who they are. */
export interface FreeStart {
  readonly start: Temporal.Instant;
  readonly freeIds: readonly string[];
}

export interface CrewSearch {
  readonly need: VisitNeed;
  /** Who must be among the free. */
  readonly named: readonly string[];
  /** The customer's visits to that home: no time during them is offered. */
  readonly own?: readonly OwnTime[];
}

/** From one moment to another. */
export interface OwnTime {
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

/**
 * The free starts to offer for each time that is gone, nearest first; see spread. The time itself counts too, for others
 * than the named ones. Each day is judged once, however many look at it.
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

type StartsOn = (day: Temporal.PlainDate, opening: Opening) => readonly FreeStart[];

/** Looks from the day itself outwards, and one day further than needed: its hour may be nearer to the wanted one. */
function nearestTo({ wanted, days, opening }: TimeSearch, startsOn: StartsOn): FreeStart[] {
  const middle = dayOf(wanted, opening.zone);
  const timeOf = ({ start }: Pick<FreeStart, 'start'>) => placeIn(opening.zone, start);
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

function placeIn(zone: string, start: Temporal.Instant): TimeOfDay {
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
    .map((start, i) => ({ start, freeIds: roster.cleanerIds.filter((_, place) => canCome(free, place, i)) }))
    .filter(({ freeIds }) => freeIds.length >= need.numCleaners && named.every((id) => freeIds.includes(id)))
    .filter(({ start }) => !own.some((visit) => isUnderWay(visit, start, need.minutes)));
}

function isUnderWay({ from, until }: OwnTime, start: Temporal.Instant, minutes: number): boolean {
  const { compare } = Temporal.Instant;
  return compare(from, start.add({ minutes })) < 0 && compare(start, until) < 0;
}
