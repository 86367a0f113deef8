import type { z } from 'zod';
import { jobErrors } from '#features/jobs/contract/errors.ts';
import { notBookableMessage } from '#features/schedule/rules/opening.ts';
import type { SeriesConflict } from '#features/schedule/rules/series.ts';
import { type AlternativesQuery, findAlternatives } from '#features/schedule/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { quoteReply } from '../contract/shapes.ts';

export type Conflict = z.output<typeof quoteReply>['conflicts'][number];

/** For so many dates free times nearby are looked up: a series of a year must not ask for months fifty times. */
const MOST_LOOKED_UP = 3;

/** Each date that cannot be served, with why; the first ones with free times nearby. */
export async function showConflicts(
  ctx: Context,
  query: AlternativesQuery,
  conflicts: readonly SeriesConflict[],
): Promise<Conflict[]> {
  const shown: Conflict[] = [];
  for (const [i, conflict] of conflicts.entries()) {
    const search = { ...query, isLaterDate: conflict.place > 0 };
    shown.push({
      startTime: instantToWire(conflict.start, ctx.config.BUSINESS_TZ),
      endTime: instantToWire(conflict.end, ctx.config.BUSINESS_TZ),
      code: conflict.reason === null ? 'slot_taken' : 'not_bookable',
      detail: conflict.reason === null ? jobErrors.slot_taken.detail : notBookableMessage(conflict.reason),
      alternatives: i < MOST_LOOKED_UP ? await findAlternatives(ctx, search, conflict.start) : [],
    });
  }
  return shown;
}
