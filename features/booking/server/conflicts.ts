import type { z } from 'zod';
import { jobErrors } from '#features/jobs/contract/errors.ts';
import { notBookableMessage } from '#features/schedule/rules/opening.ts';
import { fitsSeries, type SeriesConflict } from '#features/schedule/rules/series.ts';
import { type AlternativesQuery, findAlternativesOfAll } from '#features/schedule/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { quoteReply } from '../contract/shapes.ts';
import { timesBesideOwn } from '../rules/own-visits.ts';
import type { BookingRequest } from './booking-request.ts';
import { findOwnVisits } from './own-visits.ts';

export type Conflict = z.output<typeof quoteReply>['conflicts'][number];

/**
 * Each of some dates that cannot be served by a plan, with why, and free times nearby that fit among the dates and beside
 * the customer's own visits.
 */
export async function showConflicts(
  ctx: Context,
  query: AlternativesQuery,
  booking: BookingRequest,
  conflicts: readonly SeriesConflict[],
): Promise<Conflict[]> {
  if (conflicts.length === 0) return [];
  const { dates } = booking;
  const own = await findOwnVisits(ctx, booking);
  const gone = conflicts.map(({ start, place }) => ({ start, isLaterDate: place > 0 }));
  const alternatives = await findAlternativesOfAll(ctx, query, gone);
  const zone = ctx.config.BUSINESS_TZ;
  return conflicts.map(({ start, end, reason, place }, i) => {
    const seriesDate = dates[place]?.seriesDate ?? start;
    const fits = (time: string) =>
      fitsSeries(dates, { seriesDate, start: Temporal.Instant.from(time) }, zone);
    return {
      seriesDate: instantToWire(seriesDate, zone),
      startTime: instantToWire(start, zone),
      endTime: instantToWire(end, zone),
      code: reason === null ? 'slot_taken' : 'not_bookable',
      detail: reason === null ? jobErrors.slot_taken.detail : notBookableMessage(reason, query.settings),
      alternatives: timesBesideOwn(alternatives[i] ?? [], own).filter(({ startTime }) => fits(startTime)),
    };
  });
}
