import { type SqlBool, sql } from 'kysely';
import { areaFinder } from '#features/catalogue/places/server/index.ts';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import type { Alternative } from '../contract/shapes.ts';
import { type Candidate, HALF_A_WEEK, type Preference, shortlist } from '../rules/choose-crew.ts';
import {
  type FreeStart,
  nearestFree,
  needsSearch,
  OTHER_DAYS,
  type OwnTime,
  type TimeSearch,
} from '../rules/nearest-free.ts';
import { type BookingLimits, type Opening, openingOfLaterDates } from '../rules/opening.ts';
import { type PlannedVisit, planVisit, preferringCrew } from '../rules/plan-visit.ts';
import { bookAnyTime } from '../rules/policy.ts';
import { rosterOf } from '../rules/roster.ts';
import { ALTERNATIVES } from '../rules/spread.ts';
import type { Point } from '../rules/travel.ts';
import type { VisitNeed, VisitRequirements } from '../rules/visit-need.ts';
import { loadCrewDiaries } from './crew-diaries.ts';
import { loadDiaries, type Period } from './diaries.ts';
import { loadOpening, loadTravel, readTimeSettings, type TimeSettings } from './load-opening.ts';
import { loadRoster, suitedCleaners } from './load-roster.ts';
import { usualCleaners } from './usual-cleaners.ts';

/**
 * Who may come at an alternative time. anybody: prefers the named cleaners. named-first: times of the named cleaners
 * before all others. named-only: no other cleaners.
 */
type AlternativeCrew = 'anybody' | 'named-first' | 'named-only';

/** Successive search ranges, in days to either side, for searches that have found too little. */
const reachesOf = ({ horizonDays }: BookingLimits) => [1, OTHER_DAYS, horizonDays];

export interface AlternativesQuery {
  readonly need: VisitRequirements;
  readonly settings: TimeSettings;
  readonly customerID: string | null;
  readonly home: Point | null;
  readonly named: readonly string[];
  readonly who?: AlternativeCrew;
  /** Cleaners who cannot be proposed: the crew members who stay. */
  readonly except?: readonly string[];
  /** The customer's visits to that home: times during them are not offered. */
  readonly own?: readonly OwnTime[];
}

/** An unavailable time. */
interface GoneTime {
  readonly start: Temporal.Instant;
  /** It is a later date of a series. */
  readonly isLaterDate?: boolean;
}

/** Three free times near an unavailable one, each with its crew. */
export async function findAlternatives(
  ctx: Context,
  query: AlternativesQuery,
  gone: GoneTime,
): Promise<Alternative[]> {
  const [found = []] = await findAlternativesOfAll(ctx, query, [gone]);
  return found;
}

interface Search extends Required<Omit<AlternativesQuery, 'customerID'>> {
  readonly need: VisitNeed;
  readonly usual: readonly string[];
}

/** The same for several unavailable times, with the same number of queries as for one. */
export async function findAlternativesOfAll(
  ctx: Context,
  query: AlternativesQuery,
  gone: readonly GoneTime[],
): Promise<Alternative[][]> {
  if (gone.length === 0) return [];
  const { settings, home, named, customerID, who = 'anybody', except = [], own = [] } = query;
  const need = { ...query.need, travel: await loadTravel(ctx, settings) };
  const usual = customerID === null ? [] : await usualCleaners(ctx, customerID);
  const search: Search = { need, settings, home, named, who, except, own, usual };
  const period = wholePeriod(periodsAround(gone, settings.horizonDays));
  const opening = {
    ...(await loadOpening(ctx, period, settings)),
    bindsLead: !may(ctx.actor, bookAnyTime),
  };
  const everybody = await suitedCleaners(ctx, search.need);
  const cleanerIDs = everybody.filter((id) => !search.except.includes(id));
  // Named cleaners come first: others are only shown once the named ones have been searched everywhere.
  const ofNamed: Found =
    who === 'anybody' ? new Map() : await findNearest(ctx, search, { gone, opening, named, cleanerIDs });
  const rest = who === 'named-only' ? [] : gone.filter((each) => ofNamed.get(each)?.length !== ALTERNATIVES);
  const others = await findNearest(ctx, search, { gone: rest, opening, named: [], cleanerIDs });
  const times = gone.map((each) => namedFirst(ofNamed.get(each) ?? [], others.get(each) ?? [], named));
  return showVisits(ctx, await planCrews(ctx, search, times));
}

/** The times of the named cleaners, followed by those of others. */
function namedFirst(
  ofNamed: readonly FreeStart[],
  others: readonly FreeStart[],
  named: readonly string[],
): TimeToPlan[] {
  const isNew = (free: FreeStart) => !ofNamed.some((each) => each.start.equals(free.start));
  return [
    ...ofNamed.map((free) => ({ ...free, named })),
    ...others.filter(isNew).map((free) => ({ ...free, named: [] })),
  ].slice(0, ALTERNATIVES);
}

type Found = Map<GoneTime, readonly FreeStart[]>;

interface Sought {
  readonly gone: readonly GoneTime[];
  readonly opening: Opening;
  /** Required cleaners. */
  readonly named: readonly string[];
  /** Possible cleaners. */
  readonly cleanerIDs: readonly string[];
}

async function findNearest(ctx: Context, { need, own }: Search, sought: Sought): Promise<Found> {
  const { opening, named } = sought;
  const found: Found = new Map();
  const isWhole = named.length === need.numCleaners;
  const cleanerIDs = isWhole ? sought.cleanerIDs.filter((id) => named.includes(id)) : sought.cleanerIDs;
  if (cleanerIDs.length < need.numCleaners) return found;
  for (const days of reachesOf(opening)) {
    const lacking = sought.gone.filter((each) =>
      needsSearch(found.get(each) ?? [], each.start, { opening, days }),
    );
    if (lacking.length === 0) break;
    const roster = await loadRoster(ctx, { need, cleanerIDs, periods: periodsAround(lacking, days) });
    const searches = lacking.map((each) => searchFor(each, opening, days));
    const nearest = nearestFree(roster, { need, named, own }, searches);
    for (const [i, each] of lacking.entries()) found.set(each, nearest[i] ?? []);
  }
  return found;
}

function searchFor({ start, isLaterDate }: GoneTime, opening: Opening, days: number): TimeSearch {
  return { wanted: start, days, opening: isLaterDate ? openingOfLaterDates(opening) : opening };
}

function periodsAround(gone: readonly GoneTime[], days: number): Period[] {
  const reach = { hours: days * 24 };
  return gone.map(({ start }) => ({ from: start.subtract(reach), until: start.add(reach) }));
}

function wholePeriod(periods: readonly Period[]): Period {
  const [first, ...rest] = periods;
  if (first === undefined) throw new Error('Expected at least one unavailable time');
  return rest.reduce(
    (ends, { from, until }) => ({
      from: Temporal.Instant.compare(from, ends.from) < 0 ? from : ends.from,
      until: Temporal.Instant.compare(until, ends.until) > 0 ? until : ends.until,
    }),
    first,
  );
}

/** A visit whose crew should come at another time. */
export interface VisitToMove {
  readonly need: VisitRequirements;
  /** The whole crew. */
  readonly crew: readonly string[];
  /** The unavailable time. */
  readonly gone: GoneTime;
  /** The customer's other visits to that home. */
  readonly own: readonly OwnTime[];
}

/**
 * Free times near each visit with exactly its crew, none before `from`; with the same number of queries for any number of
 * visits.
 */
export async function findTimesOfCrews(
  ctx: Context,
  visits: readonly VisitToMove[],
  from: Temporal.Instant,
): Promise<(readonly Temporal.Instant[])[]> {
  if (visits.length === 0) return [];
  const settings = await readTimeSettings(ctx);
  const travel = await loadTravel(ctx, settings);
  const period = wholePeriod(
    periodsAround(
      visits.map(({ gone }) => gone),
      settings.horizonDays,
    ),
  );
  const limits = await loadOpening(ctx, period, settings);
  const opening = { ...limits, now: Temporal.Instant.compare(from, limits.now) > 0 ? from : limits.now };
  const found = new Map<VisitToMove, readonly FreeStart[]>();
  for (const days of reachesOf(opening)) {
    const lacking = visits.filter((visit) =>
      needsSearch(found.get(visit) ?? [], visit.gone.start, { opening, days }),
    );
    if (lacking.length === 0) break;
    const diaries = await loadDiaries(ctx, {
      cleanerIDs: [...new Set(lacking.flatMap(({ crew }) => crew))],
      periods: periodsAround(
        lacking.map(({ gone }) => gone),
        days,
      ),
    });
    for (const visit of lacking) {
      const need = { ...visit.need, travel };
      const roster = rosterOf(
        diaries.filter(({ cleanerID }) => visit.crew.includes(cleanerID)),
        need,
      );
      const search = searchFor(visit.gone, opening, days);
      const [nearest = []] = nearestFree(roster, { need, named: visit.crew, own: visit.own }, [search]);
      found.set(visit, nearest);
    }
  }
  return visits.map((visit) => (found.get(visit) ?? []).map(({ start }) => start));
}

/** Formats planned visits for the wire: time and first names. */
async function showVisits(
  ctx: Context,
  found: readonly (readonly PlannedVisit[])[],
): Promise<Alternative[][]> {
  const cards = await cleanerCards(ctx, [...new Set(found.flat().flatMap((visit) => visit.crew))]);
  const names = new Map(cards.map((card) => [card.id, card.firstname]));
  const show = (visit: PlannedVisit) => ({
    startTime: instantToWire(visit.start, ctx.config.BUSINESS_TZ),
    endTime: instantToWire(visit.end, ctx.config.BUSINESS_TZ),
    cleaners: visit.crew.map((id) => ({ id, firstname: names.get(id) ?? '' })),
  });
  return found.map((visits) => visits.map(show));
}

/** A time at which enough cleaners are free, and the required ones. */
interface TimeToPlan extends FreeStart {
  readonly named: readonly string[];
}

interface CrewQuery extends Pick<Preference, 'usual' | 'home'> {
  readonly need: VisitNeed;
  /** Preferred cleaners, even if they are not required. */
  readonly named: readonly string[];
}

interface Shortlisted extends Pick<TimeToPlan, 'start' | 'named'> {
  readonly ids: readonly string[];
}

/**
 * The crew for each time, chosen as for a booking. Diaries are only read for the cleaners who rank best before
 * workload. A time that was taken meanwhile is omitted. Takes the same number of queries for any number of times.
 */
async function planCrews(
  ctx: Context,
  { need, usual, home, named }: CrewQuery,
  times: readonly (readonly TimeToPlan[])[],
): Promise<PlannedVisit[][]> {
  const { candidates, bases } = await loadCandidates(ctx, [
    ...new Set(times.flat().flatMap((t) => t.freeIDs)),
  ]);
  const preference = preferringCrew({ usual, home, bases }, named);
  const shorten = (time: TimeToPlan): Shortlisted => {
    const lacking = need.numCleaners - time.named.length;
    const others = candidates.filter(
      ({ cleanerID }) => time.freeIDs.includes(cleanerID) && !time.named.includes(cleanerID),
    );
    const best = lacking === 0 ? [] : shortlist(others, need, preference, lacking);
    return {
      start: time.start,
      named: time.named,
      ids: [...time.named, ...best.map((one) => one.cleanerID)],
    };
  };
  const shortened = times.map((each) => each.map(shorten));
  const diaries = await loadCrewDiaries(
    ctx,
    [...new Set(shortened.flat().flatMap(({ ids }) => ids))],
    shortened
      .flat()
      .map(({ start }) => ({ from: start.subtract(HALF_A_WEEK), until: start.add(HALF_A_WEEK) })),
  );
  const zone = ctx.config.BUSINESS_TZ;
  const plan = (time: Shortlisted) => {
    const theirs = diaries.filter((diary) => time.ids.includes(diary.cleanerID));
    return planVisit({ diaries: theirs, need, named: time.named, preference, zone }, time.start);
  };
  return shortened.map((each) => each.map(plan).filter((visit) => visit !== null));
}

interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly bases: ReadonlyMap<string, Point>;
}

/** The ranking data that needs no diaries: languages and home locations. */
async function loadCandidates(ctx: Context, cleanerIDs: readonly string[]): Promise<Candidates> {
  if (cleanerIDs.length === 0) return { candidates: [], bases: new Map() };
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'languages', 'postal'])
    .where(sql<SqlBool>`id = any(${[...cleanerIDs]})`)
    .execute();
  const areaOf = await areaFinder(ctx);
  const bases = new Map<string, Point>();
  for (const { id, postal } of rows) {
    const area = areaOf(postal);
    if (area !== null) bases.set(id, area);
  }
  return { candidates: rows.map(({ id, languages }) => ({ cleanerID: id, languages })), bases };
}
