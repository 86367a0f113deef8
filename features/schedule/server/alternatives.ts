import { cleanerCards } from '#features/cleaners/server/index.ts';
import { dayOf, instantToWire } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Alternative } from '../contract/shapes.ts';
import { HORIZON_DAYS, openingOfLaterDates } from '../rules/opening.ts';
import { ALTERNATIVES, nearestFree, type PlannedVisit, type WhoElse } from '../rules/plan-visit.ts';
import { loadPlan, type PlanQuery } from './load-plan.ts';

/** Looked at first, in days to either side; then the whole horizon, if that is too little. */
const NEAR_DAYS = 3;

export type AlternativesQuery = Omit<PlanQuery, 'starts' | 'isStretch' | 'cleanerIds'> & {
  readonly who?: WhoElse;
  /** The time that is gone is a later date of a series. */
  readonly isLaterDate?: boolean;
  /** Who cannot be proposed: the crew members who stay. */
  readonly except?: readonly string[];
};

/** The three nearest free times to one that is gone, each with the crew that would come. */
export async function findAlternatives(
  ctx: Context,
  query: AlternativesQuery,
  wanted: Temporal.Instant,
): Promise<Alternative[]> {
  const who = query.who ?? 'anybody';
  // The named ones go first: others are worth showing once the named ones have been looked for everywhere.
  const near = await nearestWithin(ctx, query, {
    wanted,
    days: NEAR_DAYS,
    who: who === 'named-first' ? 'named-only' : who,
  });
  if (near.length === ALTERNATIVES) return showVisits(ctx, near);
  return showVisits(ctx, await nearestWithin(ctx, query, { wanted, days: HORIZON_DAYS, who }));
}

/** Planned visits as the wire shows them: time and first names. */
async function showVisits(ctx: Context, visits: readonly PlannedVisit[]): Promise<Alternative[]> {
  const cards = await cleanerCards(ctx, [...new Set(visits.flatMap((visit) => visit.crew))]);
  const names = new Map(cards.map((card) => [card.id, card.firstname]));
  return visits.map((visit) => ({
    startTime: instantToWire(visit.start, ctx.config.BUSINESS_TZ),
    endTime: instantToWire(visit.end, ctx.config.BUSINESS_TZ),
    cleaners: visit.crew.map((id) => ({ id, firstname: names.get(id) ?? '' })),
  }));
}

interface Search {
  readonly wanted: Temporal.Instant;
  readonly days: number;
  readonly who: WhoElse;
}

async function nearestWithin(
  ctx: Context,
  query: AlternativesQuery,
  { wanted, days, who }: Search,
): Promise<PlannedVisit[]> {
  const starts = [wanted.subtract({ hours: days * 24 }), wanted.add({ hours: days * 24 })];
  const plan = await loadPlan(ctx, { ...query, starts, isStretch: true });
  const opening = query.isLaterDate ? openingOfLaterDates(plan.opening) : plan.opening;
  const middle = dayOf(wanted, ctx.config.BUSINESS_TZ);
  const around = Array.from({ length: 2 * days + 1 }, (_, i) => middle.add({ days: i - days }));
  const diaries = plan.diaries.filter((diary) => !query.except?.includes(diary.cleanerId));
  return nearestFree({ ...plan, diaries, opening }, wanted, around, who);
}
