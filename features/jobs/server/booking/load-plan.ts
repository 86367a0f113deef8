import { sql } from 'kysely';
import type { Diary } from '#features/cleaners/rules/diary.ts';
import { loadDiaries } from '#features/cleaners/server/index.ts';
import { closedDays } from '#features/places/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { Point, Preference } from '../../rules/scheduling/choose-crew.ts';
import type { Opening } from '../../rules/scheduling/opening.ts';
import type { Plan } from '../../rules/scheduling/plan-visit.ts';
import type { VisitNeed } from '../../rules/scheduling/slot-ask.ts';
import { staleHolds } from '../holds/stale-holds.ts';

/** Load is compared over the week around a visit, so diaries are read half a week to either side. */
const LOAD_WINDOW = { hours: 84 };
/** So many of a customer's last visits say who usually comes. */
const REMEMBERED_VISITS = 20;

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
    diaries: lookThrough(diaries, await staleHolds(ctx)),
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

/** Who came to this customer, the latest first. */
export async function usualCleaners(ctx: Context, customerId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('job')
    .innerJoin('job_crew', 'job_crew.job_id', 'job.id')
    .select('job_crew.cleaner_id')
    .where('job.customer_id', '=', customerId)
    .where('job.status', '=', 'paid')
    .where('job.trashed_at', 'is', null)
    .orderBy('job.starts_at', 'desc')
    .orderBy('job_crew.place')
    .limit(REMEMBERED_VISITS)
    .execute();
  return [...new Set(rows.map((row) => row.cleaner_id))];
}

async function loadPreference(ctx: Context, asked: PlanAsked): Promise<Preference> {
  const usual = asked.customerId === null ? [] : await usualCleaners(ctx, asked.customerId);
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
