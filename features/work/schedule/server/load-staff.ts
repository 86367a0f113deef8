import { areaFinder } from '#features/catalogue/places/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import { freeCleaners, HALF_A_WEEK } from '../rules/choose-crew.ts';
import type { Staff, VisitToFill } from '../rules/fill-visit.ts';
import type { Point } from '../rules/travel.ts';
import { loadDiaries } from './diaries.ts';
import { cleanerRatings } from './rank-free.ts';

/**
 * All cleaners, for the rules that find who can come to any of these visits. Six queries, regardless of the number of
 * visits. For a single visit `findBestFits` reads less.
 */
export async function loadStaff(ctx: Context, visits: readonly VisitToFill[]): Promise<Staff> {
  const periods = visits.map(({ start }) => ({
    from: start.subtract(HALF_A_WEEK),
    until: start.add(HALF_A_WEEK),
  }));
  const staff = {
    diaries: visits.length === 0 ? [] : await loadDiaries(ctx, { periods }),
    bases: await loadBases(ctx),
    ratings: new Map<string, number>(),
    zone: ctx.config.BUSINESS_TZ,
  };
  return withRatings(ctx, staff, visits);
}

/** The same staff with the ratings of those who are free for these visits too. */
export async function withRatings(
  ctx: Context,
  staff: Staff,
  visits: readonly VisitToFill[],
): Promise<Staff> {
  const free = visits.flatMap(({ need, start }) => freeCleaners(staff.diaries, need, start, staff.zone));
  const unknown = new Set(free.map(({ cleanerID }) => cleanerID).filter((id) => !staff.ratings.has(id)));
  const rated = await cleanerRatings(ctx, [...unknown]);
  return {
    ...staff,
    ratings: new Map([...staff.ratings, ...[...rated].map(([id, one]) => [id, one.rating] as const)]),
  };
}

async function loadBases(ctx: Context): Promise<Map<string, Point>> {
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'postal', 'latitude', 'longitude'])
    .where('trashedAt', 'is', null)
    .execute();
  const areaOf = await areaFinder(ctx);
  return new Map(
    rows.flatMap(({ id, postal, latitude, longitude }) => {
      const base = latitude === null || longitude === null ? areaOf(postal) : { latitude, longitude };
      return base === null ? [] : [[id, base] as const];
    }),
  );
}
