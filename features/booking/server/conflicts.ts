import type { z } from 'zod';
import { jobErrors } from '#features/jobs/contract/errors.ts';
import { notBookableMessage } from '#features/schedule/rules/opening.ts';
import type { SeriesConflict } from '#features/schedule/rules/series.ts';
import { type AlternativesQuery, findAlternativesOfAll } from '#features/schedule/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { quoteReply } from '../contract/shapes.ts';

export type Conflict = z.output<typeof quoteReply>['conflicts'][number];

/** Each date that cannot be served by a plan, with why, and free times nearby. */
export async function showConflicts(
  ctx: Context,
  query: AlternativesQuery,
  conflicts: readonly SeriesConflict[],
): Promise<Conflict[]> {
  const gone = conflicts.map(({ start, place }) => ({ start, isLaterDate: place > 0 }));
  const alternatives = await findAlternativesOfAll(ctx, query, gone);
  return conflicts.map(({ start, end, reason }, i) => ({
    startTime: instantToWire(start, ctx.config.BUSINESS_TZ),
    endTime: instantToWire(end, ctx.config.BUSINESS_TZ),
    code: reason === null ? 'slot_taken' : 'not_bookable',
    detail: reason === null ? jobErrors.slot_taken.detail : notBookableMessage(reason, query.settings),
    alternatives: alternatives[i] ?? [],
  }));
}
