import { sql } from 'kysely';
import { closedDays } from '#features/places/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { Point, Preference } from '../rules/choose-crew.ts';
import type { Diary } from '../rules/diary.ts';
import type { Opening } from '../rules/opening.ts';
import type { Plan } from '../rules/plan-visit.ts';
import type { VisitNeed } from '../rules/slot-request.ts';
import { loadDiaries } from './diaries.ts';
import { jobFacts } from './job-facts.ts';

/** Load is compared over the week around a visit, so diaries are read half a week to either side. */
const LOAD_WINDOW = { hours: 84 };

export interface PlanAsked {
  readonly need: VisitNeed;
  readonly customerId: string | null;
  readonly home: Point | null;
  readonly named: readonly string[];
  /** The starts that may be planned lie in here. */
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  /** Only these, where the crew is locked. */
  readonly cleanerIds?: readonly string[];
}

/** Everything that decides who can come when, in six queries however long the time asked for. */
export async function loadPlan(ctx: Context, asked: PlanAsked): Promise<Plan> {
  const diaries = await diariesFor(ctx, asked);
  return {
    diaries: lookThrough(diaries, await jobFacts(ctx).staleHolds(ctx)),
    need: asked.need,
    named: asked.named,
    opening: await loadOpening(ctx, asked.from, asked.until),
    preference: await loadPreference(ctx, asked),
  };
}

/**
 * The same plan on the diaries as they stand now, of cleaners who are locked: everybody else waits meanwhile, so only
 * what can have changed is read. Stale holds have been ended by now; one that is left is being paid for.
 */
export async function refreshPlan(tx: Tx, plan: Plan, asked: PlanAsked): Promise<Plan> {
  return { ...plan, diaries: await diariesFor(tx, asked) };
}

function diariesFor(ctx: Context, asked: PlanAsked): Promise<Diary[]> {
  return loadDiaries(ctx, {
    from: asked.from.subtract(LOAD_WINDOW),
    until: asked.until.add(LOAD_WINDOW),
    ...(asked.cleanerIds === undefined ? {} : { cleanerIds: asked.cleanerIds }),
  });
}

/** The rules of the calendar between two moments. The office is not bound by lead and horizon. */
export async function loadOpening(
  ctx: Context,
  from: Temporal.Instant,
  until: Temporal.Instant,
): Promise<Opening> {
  const zone = ctx.config.BUSINESS_TZ;
  const lastDay = dayOf(until, zone).add({ days: 1 });
  return {
    zone,
    now: ctx.clock.now(),
    closedDays: await closedDays(ctx, dayOf(from, zone), lastDay),
    bindsLead: ctx.actor.role !== 'admin',
  };
}

async function loadPreference(ctx: Context, asked: PlanAsked): Promise<Preference> {
  const usual = asked.customerId === null ? [] : await jobFacts(ctx).usualCleaners(ctx, asked.customerId);
  return { usual, home: asked.home, bases: asked.home === null ? new Map() : await cleanerBases(ctx) };
}

/** Where cleaners set out from: the middle of the area they live in. */
async function cleanerBases(ctx: Context): Promise<Map<string, Point>> {
  const rows = await ctx.db
    .selectFrom('cleaner')
    .innerJoin('postal_sector', (join) =>
      join.on('postal_sector.sector', '=', sql<string>`left(cleaner.postal, 2)`),
    )
    .innerJoin('area', 'area.id', 'postal_sector.area_id')
    .select(['cleaner.id', 'area.latitude', 'area.longitude'])
    .where('cleaner.trashed_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, latitude, longitude }) => [id, { latitude, longitude }]));
}

function lookThrough(diaries: readonly Diary[], stale: ReadonlySet<string>): readonly Diary[] {
  if (stale.size === 0) return diaries;
  return diaries.map((diary) => ({
    ...diary,
    busy: diary.busy.filter((span) => span.jobId === undefined || !stale.has(span.jobId)),
  }));
}
