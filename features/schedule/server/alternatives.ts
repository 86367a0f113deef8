import { cleanerCards } from '#features/cleaners/server/index.ts';
import { dayOf, instantToWire } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Alternative } from '../contract/shapes.ts';
import { isSuited } from '../rules/choose-crew.ts';
import { HORIZON_DAYS, openingOfLaterDates } from '../rules/opening.ts';
import {
  ALTERNATIVES,
  nearestFree,
  nearestOf,
  type Plan,
  type PlannedVisit,
  type TimeSearch,
  type WhoComes,
} from '../rules/plan-visit.ts';
import { loadPlan, type PlanQuery } from './load-plan.ts';

/**
 * Who may come at an alternative time. anybody: the named ones where they can. named-first: the times of the named
 * ones before all others. named-only: nobody else.
 */
type AlternativeCrew = WhoComes | 'named-first';

/** Looked at first, in days to either side; then the whole horizon, if that is too little. */
const NEAR_DAYS = 3;

export type AlternativesQuery = Omit<PlanQuery, 'starts' | 'stretches' | 'cleanerIds'> & {
  readonly who?: AlternativeCrew;
  /** Who cannot be proposed: the crew members who stay. */
  readonly except?: readonly string[];
};

/** A time that is gone. */
export interface GoneTime {
  readonly start: Temporal.Instant;
  /** It is a later date of a series. */
  readonly isLaterDate?: boolean;
}

/** The three nearest free times to one that is gone, each with the crew that would come. */
export async function findAlternatives(
  ctx: Context,
  query: AlternativesQuery,
  gone: GoneTime,
): Promise<Alternative[]> {
  const [found = []] = await findAlternativesOfAll(ctx, query, [gone]);
  return found;
}

/**
 * The same for several times that are gone, in as many queries as for one.
 *
 * @param plan has found them gone: it knows their own days already, and who may come at all.
 */
export async function findAlternativesOfAll(
  ctx: Context,
  query: AlternativesQuery,
  gone: readonly GoneTime[],
  plan?: Plan,
): Promise<Alternative[][]> {
  if (gone.length === 0) return [];
  const who = query.who ?? 'anybody';
  // The named ones go first: others are worth showing once the named ones have been looked for everywhere.
  const own: Found =
    who === 'anybody' ? new Map() : await findNearest(ctx, query, { gone, plan, who: 'named-only' });
  const rest = who === 'named-only' ? [] : gone.filter((each) => own.get(each)?.length !== ALTERNATIVES);
  const others = await findNearest(ctx, query, { gone: rest, plan, who: 'anybody' });
  return showVisits(
    ctx,
    gone.map((each) => nearestOf(own.get(each) ?? [], others.get(each) ?? [])),
  );
}

/** Planned visits as the wire shows them: time and first names. */
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

type Found = Map<GoneTime, readonly PlannedVisit[]>;

interface Search {
  readonly gone: readonly GoneTime[];
  readonly plan: Plan | undefined;
  readonly who: WhoComes;
}

/** Looks on the days themselves, then near them, then in the whole horizon, for those that have found too little. */
async function findNearest(ctx: Context, query: AlternativesQuery, search: Search): Promise<Found> {
  const found: Found = new Map();
  const { gone, plan, who } = search;
  const cleanerIds = whoMayCome(query, search);
  if (cleanerIds !== undefined && cleanerIds.length < query.need.numCleaners) return found;
  const lookWithin = async (days: number, known?: Plan) => {
    const rest = gone.filter((each) => found.get(each)?.length !== ALTERNATIVES);
    if (rest.length === 0) return;
    const around =
      known ??
      (await loadPlan(ctx, { ...query, ...planAround(rest, days), ...(cleanerIds && { cleanerIds }) }));
    const diaries = around.diaries.filter((diary) => !query.except?.includes(diary.cleanerId));
    const searches = rest.map((each) => searchAround(around, each, days));
    const visits = nearestFree({ ...around, diaries }, searches, who);
    for (const [i, each] of rest.entries()) found.set(each, visits[i] ?? []);
  };
  if (plan !== undefined) await lookWithin(0, plan);
  await lookWithin(NEAR_DAYS);
  await lookWithin(HORIZON_DAYS);
  return found;
}

/** Whose diaries decide; undefined: everybody's. */
function whoMayCome(
  { need, named }: AlternativesQuery,
  { plan, who }: Search,
): readonly string[] | undefined {
  if (who === 'named-only' && named.length === need.numCleaners) return named;
  return plan?.diaries.filter((diary) => isSuited(diary, need)).map((diary) => diary.cleanerId);
}

function planAround(gone: readonly GoneTime[], days: number): Pick<PlanQuery, 'starts' | 'stretches'> {
  const reach = { hours: days * 24 };
  const stretches = gone.map(({ start }) => ({ from: start.subtract(reach), until: start.add(reach) }));
  return { starts: [], stretches };
}

function searchAround({ opening, zone }: Plan, { start, isLaterDate }: GoneTime, days: number): TimeSearch {
  const middle = dayOf(start, zone);
  return {
    wanted: start,
    days: Array.from({ length: 2 * days + 1 }, (_, i) => middle.add({ days: i - days })),
    opening: isLaterDate ? openingOfLaterDates(opening) : opening,
  };
}
