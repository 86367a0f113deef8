import { type SqlBool, sql } from 'kysely';
import { closedDays } from '#features/places/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { HALF_A_WEEK, type Point, type Preference } from '../rules/choose-crew.ts';
import type { Diary } from '../rules/diary.ts';
import type { Opening } from '../rules/opening.ts';
import type { Plan } from '../rules/plan-visit.ts';
import { bookAnyTime } from '../rules/policy.ts';
import type { VisitNeed } from '../rules/visit-need.ts';
import { loadDiaries, loadMinutes, type Period } from './diaries.ts';
import { usualCleaners } from './usual-cleaners.ts';

export interface PlanQuery {
  readonly need: VisitNeed;
  readonly customerId: string | null;
  readonly home: Point | null;
  readonly named: readonly string[];
  /** The starts that may be planned. */
  readonly starts: readonly Temporal.Instant[];
  /** Instead of them: stretches, in each of which any start may be planned. */
  readonly stretches?: readonly Period[];
  readonly cleanerIds?: readonly string[];
  /** Those too who cannot come to such a home at any time: they are told why. */
  readonly withUnsuited?: boolean;
  /** Nobody is chosen: who has how much to do is not read. */
  readonly isUnranked?: boolean;
}

/** Everything that decides who can come when, in eight queries however long the time asked for. */
export async function loadPlan(ctx: Context, query: PlanQuery): Promise<Plan> {
  const { from, until } = endsOf(query.stretches?.flatMap((each) => [each.from, each.until]) ?? query.starts);
  const diaries = await diariesFor(ctx, query);
  return {
    diaries,
    need: query.need,
    named: query.named,
    zone: ctx.config.BUSINESS_TZ,
    opening: await loadOpening(ctx, { from, until }),
    preference: await loadPreference(ctx, query, diaries),
  };
}

/** The days in question; of stretches in which any start may be chosen also the half weeks around them, see `loadOf`. */
function diariesFor(ctx: Context, query: PlanQuery): Promise<Diary[]> {
  const { cleanerIds, need, isUnranked } = query;
  return loadDiaries(ctx, {
    periods:
      query.stretches?.map(isUnranked ? (each) => each : withHalfWeeks) ??
      query.starts.map((start) => ({ from: start, until: start })),
    ...(cleanerIds !== undefined && { cleanerIds }),
    ...(!query.withUnsuited && { suiting: need }),
  });
}

function withHalfWeeks({ from, until }: Period): Period {
  return { from: from.subtract(HALF_A_WEEK), until: until.add(HALF_A_WEEK) };
}

function endsOf(starts: readonly Temporal.Instant[]): Period {
  const sorted = [...starts].sort(Temporal.Instant.compare);
  const [from, until] = [sorted[0], sorted.at(-1)];
  if (from === undefined || until === undefined) throw new Error('A plan needs a start.');
  return { from, until };
}

/** The rules of the calendar between two moments. The office is not bound by lead and horizon. */
export async function loadOpening(ctx: Context, { from, until }: Period): Promise<Opening> {
  const zone = ctx.config.BUSINESS_TZ;
  const lastDay = dayOf(until, zone).add({ days: 1 });
  return {
    zone,
    now: ctx.clock.now(),
    closedDays: await closedDays(ctx, dayOf(from, zone), lastDay),
    bindsLead: !may(ctx.actor, bookAnyTime),
  };
}

async function loadPreference(
  ctx: Context,
  query: PlanQuery,
  diaries: readonly Diary[],
): Promise<Preference> {
  const { customerId, home, isUnranked } = query;
  const usual = customerId === null ? [] : await usualCleaners(ctx, customerId);
  if (isUnranked) return { usual, home, bases: new Map() };
  const cleanerIds = diaries.map((diary) => diary.cleanerId);
  const bases = home === null ? new Map() : await cleanerBases(ctx, cleanerIds);
  if (query.stretches !== undefined) return { usual, home, bases };
  const { from } = endsOf(query.starts);
  return { usual, home, bases, load: { at: from, of: await loadMinutes(ctx, from, cleanerIds) } };
}

/** Where cleaners set out from: the middle of the area they live in. */
async function cleanerBases(ctx: Context, cleanerIds: readonly string[]): Promise<Map<string, Point>> {
  const rows = await ctx.db
    .selectFrom('cleaner')
    .innerJoin('postal_sector', (join) =>
      join.on('postal_sector.sector', '=', sql<string>`left(cleaner.postal, 2)`),
    )
    .innerJoin('area', 'area.id', 'postal_sector.area_id')
    .select(['cleaner.id', 'area.latitude', 'area.longitude'])
    .where(sql<SqlBool>`cleaner.id = any(${[...cleanerIds]})`)
    .execute();
  return new Map(rows.map(({ id, latitude, longitude }) => [id, { latitude, longitude }]));
}
