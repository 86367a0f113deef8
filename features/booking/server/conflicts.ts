import type { z } from 'zod';
import { jobErrors } from '#features/jobs/contract/errors.ts';
import { notBookableMessage } from '#features/schedule/rules/opening.ts';
import type { SeriesConflict } from '#features/schedule/rules/series.ts';
import { type AlternativesAsked, findAlternatives } from '#features/schedule/server/index.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { quoteReply } from '../contract/shapes.ts';

export type Conflict = z.output<typeof quoteReply>['conflicts'][number];

/** Each date that cannot be served, with why and with free times nearby. */
export async function showConflicts(
  ctx: Context,
  asked: AlternativesAsked,
  conflicts: readonly SeriesConflict[],
): Promise<Conflict[]> {
  const shown: Conflict[] = [];
  for (const conflict of conflicts) {
    shown.push({
      startTime: instantToWire(conflict.start, ctx.config.BUSINESS_TZ),
      endTime: instantToWire(conflict.end, ctx.config.BUSINESS_TZ),
      code: conflict.reason === null ? 'slot_taken' : 'not_bookable',
      detail: conflict.reason === null ? jobErrors.slot_taken.detail : notBookableMessage(conflict.reason),
      alternatives: await findAlternatives(ctx, asked, conflict.start),
    });
  }
  return shown;
}
