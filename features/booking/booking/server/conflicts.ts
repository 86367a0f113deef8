import type { z } from 'zod';
import { closedDays } from '#features/catalogue/places/server/index.ts';
import { jobErrors } from '#features/work/jobs/contract/errors.ts';
import { notBookableMessage } from '#features/work/schedule/rules/opening.ts';
import type { CrewPlan } from '#features/work/schedule/rules/plan-visit.ts';
import { fitsSeries, type SeriesConflict } from '#features/work/schedule/rules/recurrence.ts';
import {
  type AlternativesQuery,
  explainNobody,
  findAlternativesOfAll,
} from '#features/work/schedule/server/index.ts';
import { dayOf, instantToWire } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { quoteReply } from '../contract/shapes.ts';
import type { BookingRequest } from './booking-request.ts';
import { findOwnTimes } from './own-visits.ts';

export type Conflict = z.output<typeof quoteReply>['conflicts'][number];

/**
 * The dates that the plan cannot serve, each with the reason and with free times nearby that do not overlap
 * the other dates or the customer's own visits.
 */
export async function showConflicts(
  ctx: Context,
  query: AlternativesQuery,
  { booking, plan }: { readonly booking: BookingRequest; readonly plan: CrewPlan },
  conflicts: readonly SeriesConflict[],
): Promise<Conflict[]> {
  if (conflicts.length === 0) return [];
  const { dates } = booking;
  const own = await findOwnTimes(ctx, booking);
  const gone = conflicts.map(({ start, index }) => ({ start, isLaterDate: index > 0 }));
  const alternatives = await findAlternativesOfAll(ctx, { ...query, own }, gone);
  const zone = ctx.config.BUSINESS_TZ;
  const holidays = await holidaysAmong(ctx, conflicts);
  const whyNobody = await explainAll(ctx, plan, conflicts);
  return conflicts.map(({ start, end, reason, index }, i) => {
    const seriesDate = dates[index]?.seriesDate ?? start;
    const fits = (time: string) =>
      fitsSeries(dates, { seriesDate, start: Temporal.Instant.from(time) }, zone);
    return {
      seriesDate: instantToWire(seriesDate, zone),
      startTime: instantToWire(start, zone),
      endTime: instantToWire(end, zone),
      code: reason === null ? 'slot_taken' : 'not_bookable',
      detail:
        reason === null
          ? (whyNobody[i] ?? jobErrors.slot_taken.detail)
          : notBookableMessage(reason, query.settings),
      holiday: reason === 'holiday' ? (holidays.get(dayOf(start, zone).toString()) ?? null) : null,
      alternatives: (alternatives[i] ?? []).filter(({ startTime }) => fits(startTime)),
    };
  });
}

/** For the office, why nobody comes on each of these dates; null where the date itself is not bookable. */
async function explainAll(
  ctx: Context,
  plan: CrewPlan,
  conflicts: readonly SeriesConflict[],
): Promise<(string | null)[]> {
  const sentences: (string | null)[] = [];
  for (const { start, reason } of conflicts)
    sentences.push(reason === null ? await explainNobody(ctx, plan, start) : null);
  return sentences;
}

/** The names of holidays among these dates, by day. */
async function holidaysAmong(
  ctx: Context,
  conflicts: readonly SeriesConflict[],
): Promise<ReadonlyMap<string, string>> {
  const days = conflicts
    .filter(({ reason }) => reason === 'holiday')
    .map(({ start }) => dayOf(start, ctx.config.BUSINESS_TZ));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  return closedDays(ctx, first, last.add({ days: 1 }));
}
