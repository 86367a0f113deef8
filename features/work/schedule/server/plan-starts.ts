import type { Context } from '#platform/server/context.ts';
import { NO_PREFERENCE, NOTHING_TO_DO, rankByLoad, shortlist } from '../rules/choose-crew.ts';
import { type CrewPlan, type Plan, planVisit } from '../rules/plan-visit.ts';
import type { Point } from '../rules/travel.ts';
import type { VisitNeed, VisitRequirements } from '../rules/visit-need.ts';
import { loadCrewDiaries } from './crew-diaries.ts';
import { loadMinutes, momentsOf } from './diaries.ts';
import { basesOf, type FreeCleaner, findFreeCleaners } from './free-cleaners.ts';
import { loadOpening } from './load-opening.ts';
import { loadTravel } from './load-travel.ts';
import type { TimeSettings } from './time-settings.ts';
import { usualCleaners } from './usual-cleaners.ts';

/** One visit, or the visits of a series. */
export interface VisitQuery {
  readonly need: VisitRequirements;
  readonly settings: TimeSettings;
  readonly customerId: string | null;
  readonly home: Point | null;
  /** Exactly these, in this order; the system finds the rest. */
  readonly named: readonly string[];
  /** Earliest first. */
  readonly starts: readonly Temporal.Instant[];
  /** Cleaners to exclude: the crew members who stay. */
  readonly except?: readonly string[];
  /** Soft rules do not exclude the named cleaners. */
  readonly overridesSoftRules?: boolean | undefined;
}

type CrewQuery = VisitQuery & { readonly need: VisitNeed };

/** Candidates beyond the required number, in case someone else books one of them first. */
const SPARE_CANDIDATES = 3;
/** For a series, the same few cleaners should be free on the later dates too. */
const SPARE_FOR_SERIES = 12;
/** If the first candidates are not enough, the number is multiplied by this. */
const MORE = 4;

/**
 * Everything needed to plan crews at these starts, without reading all diaries: those of the named cleaners and of the
 * best candidates, in ranked order. Previous cleaners are checked before any others are searched. Cleaners found for
 * the first date are also checked for the later ones; if none of them is free on a date, more are searched.
 */
export async function planStarts(ctx: Context, asked: VisitQuery): Promise<Plan> {
  const travel = await loadTravel(ctx, asked.settings);
  const query = { ...asked, need: { ...asked.need, travel } };
  const [first, last] = [query.starts[0], query.starts.at(-1)];
  if (first === undefined || last === undefined) throw new Error('A plan needs at least one start');
  const opening = await loadOpening(ctx, { from: first, until: last }, query.settings);
  const usual = query.customerId === null ? [] : await usualCleaners(ctx, query.customerId);
  return { ...(await loadCrew(ctx, query, usual)), opening };
}

async function loadCrew(ctx: Context, query: CrewQuery, usual: readonly string[]): Promise<CrewPlan> {
  const { need, named, starts, except = [], overridesSoftRules } = query;
  const zone = ctx.config.BUSINESS_TZ;
  let most = need.numCleaners + (starts.length === 1 ? SPARE_CANDIDATES : SPARE_FOR_SERIES);
  const usualFew = usual.filter((id) => !named.includes(id) && !except.includes(id)).slice(0, most);
  const isNamed = named.length === need.numCleaners;
  const asked = isNamed ? named : [...named, ...usualFew];
  let plan = await withDiaries(
    ctx,
    { need, named, overridesSoftRules, zone, diaries: [], preference: NO_PREFERENCE },
    starts,
    asked,
  );
  if (isNamed || starts.every((start) => planVisit(plan, start) !== null)) return plan;
  const nextCandidates = candidatesOf(ctx, query, { usual, known: [...asked, ...except] });
  let candidates = await nextCandidates(starts.slice(0, 1), most);
  for (;;) {
    plan = await withDiaries(ctx, plan, starts, candidates);
    const lacking = starts.filter((start) => planVisit(plan, start) === null);
    if (lacking.length === 0) return plan;
    most *= MORE;
    candidates = await nextCandidates(lacking, most);
    if (candidates.length === 0) return plan;
  }
}

async function withDiaries(
  ctx: Context,
  plan: CrewPlan,
  starts: readonly Temporal.Instant[],
  cleanerIds: readonly string[],
): Promise<CrewPlan> {
  const diaries = await loadCrewDiaries(ctx, cleanerIds, momentsOf(starts));
  const usual = [...plan.preference.usual, ...cleanerIds];
  return { ...plan, diaries: [...plan.diaries, ...diaries], preference: { ...plan.preference, usual } };
}

/** Returns the next candidates for some starts on each call, best first, without repeats and without known cleaners. */
function candidatesOf(
  ctx: Context,
  query: CrewQuery,
  { usual, known: before }: { readonly usual: readonly string[]; readonly known: readonly string[] },
) {
  const known = new Set(before);
  const freeAt = new Map<number, readonly FreeCleaner[]>();
  return async (starts: readonly Temporal.Instant[], most: number): Promise<string[]> => {
    const candidates: string[] = [];
    for (const start of starts) {
      const at = start.epochMilliseconds;
      const free = freeAt.get(at) ?? (await findFreeCleaners(ctx, query.need, start));
      freeAt.set(at, free);
      const left = free.filter(({ cleanerId }) => !known.has(cleanerId));
      for (const id of await best(ctx, query, { free: left, usual, start, most })) {
        known.add(id);
        candidates.push(id);
      }
    }
    return candidates;
  };
}

interface Choice {
  readonly free: readonly FreeCleaner[];
  readonly usual: readonly string[];
  readonly start: Temporal.Instant;
  readonly most: number;
}

/** The best free cleaners. Workload is only read for those who otherwise tie with the last of them. */
async function best(ctx: Context, { need, home }: CrewQuery, choice: Choice): Promise<string[]> {
  const { free, usual, start, most } = choice;
  const preference = { usual, home, bases: basesOf(free) };
  const near = shortlist(free, need, preference, most);
  const ids = near.map(({ cleanerId }) => cleanerId);
  const load = near.length < 2 ? new Map() : await loadMinutes(ctx, start, ids);
  const ranked = rankByLoad(near, need, preference, ({ cleanerId }) => load.get(cleanerId) ?? NOTHING_TO_DO);
  return ranked.slice(0, most).map(({ cleanerId }) => cleanerId);
}
