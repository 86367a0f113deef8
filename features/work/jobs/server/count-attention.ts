import { sql } from 'kysely';
import { dayOf } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { GOING_AHEAD } from '../rules/status.ts';
import { needsAttention } from './needs-attention.ts';

/** Visits ahead without their crew are urgent for the office this far ahead. */
const CREW_AHEAD = { hours: 7 * 24 };

export interface AttentionCounts {
  /** Of the next seven days. */
  readonly needsCrew: number;
  readonly late: number;
  readonly notFinished: number;
}

/** Visits that need the office's attention, as its lists show them. */
export async function countAttention(ctx: Context): Promise<AttentionCounts> {
  const visits = () =>
    ctx.db
      .selectFrom('job')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('status', 'in', [...GOING_AHEAD])
      .where('trashed_at', 'is', null);
  const soon = ctx.clock.now().add(CREW_AHEAD).toString();
  const needsCrew = visits().where(needsAttention(ctx, 'crew')).where('starts_at', '<', soon);
  const late = visits().where(needsAttention(ctx, 'start'));
  const notFinished = visits().where(needsAttention(ctx, 'finish'));
  return ctx.db
    .selectNoFrom([
      needsCrew.$asScalar().$notNull().as('needsCrew'),
      late.$asScalar().$notNull().as('late'),
      notFinished.$asScalar().$notNull().as('notFinished'),
    ])
    .executeTakeFirstOrThrow();
}

/** Bookings that wait for payment: held ones, and those whose due date has come. A series counts once. */
export async function countUnpaidBookings(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const today = String(dayOf(now, ctx.config.BUSINESS_TZ));
  const { count } = await ctx.db
    .selectFrom('job_hold')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ended_at', 'is', null)
    .where(({ eb, or, and }) =>
      or([eb('due_on', '<=', today), and([eb('due_on', 'is', null), eb('expires_at', '>', now.toString())])]),
    )
    .executeTakeFirstOrThrow();
  return count;
}
