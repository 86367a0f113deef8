import { sql } from 'kysely';
import { closedDays } from '#features/places/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import type { Point, Preference } from '../rules/choose-crew.ts';
import type { Diary } from '../rules/diary.ts';
import type { Opening } from '../rules/opening.ts';
import type { Plan } from '../rules/plan-visit.ts';
import { bookAnyTime } from '../rules/policy.ts';
import type { VisitNeed } from '../rules/visit-need.ts';
import { loadDiaries, type Period } from './diaries.ts';
import { usualCleaners } from './usual-cleaners.ts';

/** Load is compared over the week around a visit, so diaries are read half a week to either side. */
const LOAD_WINDOW = { hours: 84 };

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
}

/** Everything that decides who can come when, in six queries however long the time asked for. */
export async function loadPlan(ctx: Context, query: PlanQuery): Promise<Plan> {
  const { from, until } = endsOf(query.stretches?.flatMap((each) => [each.from, each.until]) ?? query.starts);
  return {
    diaries: await diariesAround(ctx, query),
    need: query.need,
    named: query.named,
    zone: ctx.config.BUSINESS_TZ,
    opening: await loadOpening(ctx, { from, until }),
    preference: await loadPreference(ctx, query),
  };
}

type Diaries = Pick<PlanQuery, 'starts' | 'stretches' | 'cleanerIds'>;

/**
 * The diaries around some starts as they stand now. Of a series the first visit chooses the crew; for the later
 * ones their days are enough.
 */
export function diariesAround(ctx: Context, query: Diaries): Promise<Diary[]> {
  return loadDiaries(ctx, {
    periods: query.stretches?.map(withLoadWindow) ?? periodsOf(query.starts),
    ...(query.cleanerIds === undefined ? {} : { cleanerIds: query.cleanerIds }),
  });
}

function periodsOf(starts: readonly Temporal.Instant[]): Period[] {
  const { from } = endsOf(starts);
  const dates = starts.map((start) => ({ from: start, until: start }));
  return [withLoadWindow({ from, until: from }), ...dates];
}

function withLoadWindow({ from, until }: Period): Period {
  return { from: from.subtract(LOAD_WINDOW), until: until.add(LOAD_WINDOW) };
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

async function loadPreference(ctx: Context, query: PlanQuery): Promise<Preference> {
  const usual = query.customerId === null ? [] : await usualCleaners(ctx, query.customerId);
  return { usual, home: query.home, bases: query.home === null ? new Map() : await cleanerBases(ctx) };
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
