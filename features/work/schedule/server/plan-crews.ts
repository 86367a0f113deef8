import { type SqlBool, sql } from 'kysely';
import { areaFinder } from '#features/catalogue/places/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { type Candidate, HALF_A_WEEK, type Preference, shortlist } from '../rules/choose-crew.ts';
import type { FreeStart } from '../rules/nearest-free.ts';
import { type PlannedVisit, planVisit, preferringCrew } from '../rules/plan-visit.ts';
import type { Point } from '../rules/travel.ts';
import type { VisitNeed } from '../rules/visit-need.ts';
import { loadCrewDiaries } from './crew-diaries.ts';

/** A time at which enough cleaners are free, and the required ones. */
export interface TimeToPlan extends FreeStart {
  readonly named: readonly string[];
}

export interface CrewQuery extends Pick<Preference, 'usual' | 'home'> {
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
export async function planCrews(
  ctx: Context,
  { need, usual, home, named }: CrewQuery,
  times: readonly (readonly TimeToPlan[])[],
): Promise<PlannedVisit[][]> {
  const { candidates, bases } = await loadCandidates(ctx, [
    ...new Set(times.flat().flatMap((t) => t.freeIds)),
  ]);
  const preference = preferringCrew({ usual, home, bases }, named);
  const shorten = (time: TimeToPlan): Shortlisted => {
    const lacking = need.numCleaners - time.named.length;
    const others = candidates.filter(
      ({ cleanerId }) => time.freeIds.includes(cleanerId) && !time.named.includes(cleanerId),
    );
    const best = lacking === 0 ? [] : shortlist(others, need, preference, lacking);
    return {
      start: time.start,
      named: time.named,
      ids: [...time.named, ...best.map((one) => one.cleanerId)],
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
    const theirs = diaries.filter((diary) => time.ids.includes(diary.cleanerId));
    return planVisit({ diaries: theirs, need, named: time.named, preference, zone }, time.start);
  };
  return shortened.map((each) => each.map(plan).filter((visit) => visit !== null));
}

interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly bases: ReadonlyMap<string, Point>;
}

/** The ranking data that needs no diaries: languages and home locations. */
async function loadCandidates(ctx: Context, cleanerIds: readonly string[]): Promise<Candidates> {
  if (cleanerIds.length === 0) return { candidates: [], bases: new Map() };
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'languages', 'postal'])
    .where(sql<SqlBool>`id = any(${[...cleanerIds]})`)
    .execute();
  const areaOf = await areaFinder(ctx);
  const bases = new Map<string, Point>();
  for (const { id, postal } of rows) {
    const area = areaOf(postal);
    if (area !== null) bases.set(id, area);
  }
  return { candidates: rows.map(({ id, languages }) => ({ cleanerId: id, languages })), bases };
}
