import { cleanerCards } from '#features/cleaners/server/index.ts';
import { dayOf, instantToWire } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Alternative } from '../contract/shapes.ts';
import { HORIZON_DAYS } from '../rules/opening.ts';
import { ALTERNATIVES, nearestFree, type PlannedVisit } from '../rules/plan-visit.ts';
import { loadPlan, type PlanAsked } from './load-plan.ts';

/** Looked at first, in days to either side; then the whole horizon, if that is too little. */
const NEAR_DAYS = 3;

export type AlternativesAsked = Omit<PlanAsked, 'from' | 'until' | 'cleanerIds'>;

/** The three nearest free times to one that is gone, each with the crew that would come. */
export async function findAlternatives(
  ctx: Context,
  asked: AlternativesAsked,
  wanted: Temporal.Instant,
): Promise<Alternative[]> {
  const near = await nearestWithin(ctx, asked, wanted, NEAR_DAYS);
  const found = near.length === ALTERNATIVES ? near : await nearestWithin(ctx, asked, wanted, HORIZON_DAYS);
  return showVisits(ctx, found);
}

/** Planned visits as the wire shows them: time and first names. */
export async function showVisits(ctx: Context, visits: readonly PlannedVisit[]): Promise<Alternative[]> {
  const cards = await cleanerCards(ctx, [...new Set(visits.flatMap((visit) => visit.crew))]);
  const names = new Map(cards.map((card) => [card.id, card.firstname]));
  return visits.map((visit) => ({
    startTime: instantToWire(visit.start, ctx.config.BUSINESS_TZ),
    endTime: instantToWire(visit.end, ctx.config.BUSINESS_TZ),
    cleaners: visit.crew.map((id) => ({ id, firstname: names.get(id) ?? '' })),
  }));
}

async function nearestWithin(
  ctx: Context,
  asked: AlternativesAsked,
  wanted: Temporal.Instant,
  days: number,
): Promise<PlannedVisit[]> {
  const from = wanted.subtract({ hours: days * 24 });
  const until = wanted.add({ hours: days * 24 });
  const plan = await loadPlan(ctx, { ...asked, from, until });
  const middle = dayOf(wanted, ctx.config.BUSINESS_TZ);
  const around = Array.from({ length: 2 * days + 1 }, (_, i) => middle.add({ days: i - days }));
  return nearestFree(plan, wanted, around);
}
