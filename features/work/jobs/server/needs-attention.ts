import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';
import type { DB } from '#platform/server/database/database.ts';
import { type AttentionReason, FORGOTTEN_AFTER, LATE_AFTER, LATE_UNTIL } from '../rules/attention.ts';
import { lacksCrew } from './lacks-crew.ts';

/** SQL condition for visits that need the office's attention; every visit if no reason is given. */
export function needsAttention(ctx: Context, needs: AttentionReason | undefined) {
  return (job: ExpressionBuilder<DB, 'job'>): ExpressionWrapper<DB, 'job', SqlBool> => {
    if (needs === undefined) return job.and([]);
    const isUpcoming = job('job.stage', '=', 'upcoming');
    if (needs === 'crew') return job.and([isUpcoming, lacksCrew(ctx, 'job.id')]);
    const now = ctx.clock.now();
    if (needs === 'finish') {
      const forgottenBefore = now.subtract(FORGOTTEN_AFTER).toString();
      return job.and([
        // Literals, not parameters: they let the partial index `job_unfinished` be used.
        sql<SqlBool>`job.stage in ('upcoming', 'in-progress') and job.status in ('confirmed', 'paid')`,
        job('job.starts_at', '<', forgottenBefore), // redundant, but lets the index be used
        job('job.ends_at', '<', forgottenBefore),
      ]);
    }
    return job.and([
      isUpcoming,
      job('job.starts_at', '<', now.subtract(LATE_AFTER).toString()),
      job('job.starts_at', '>', now.subtract(LATE_UNTIL).toString()),
    ]);
  };
}
