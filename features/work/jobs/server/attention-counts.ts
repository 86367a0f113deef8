import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';
import { FORGOTTEN_AFTER } from '../rules/attention.ts';
import { GOING_AHEAD } from '../rules/status.ts';
import { needsAttention } from './needs-attention.ts';

/** Visits without their crew wait for the office this far ahead. */
export const CREW_AHEAD = { hours: 7 * 24 };

export interface AttentionCounts {
  /** Of the next seven days. */
  readonly needsCrew: number;
  readonly late: number;
  readonly notFinished: number;
}

/** Visits that need the office's attention, as its lists show them. */
export async function countAttention(ctx: Context): Promise<AttentionCounts> {
  const visits = () => goingAhead(ctx).select(sql<number>`count(*)::int`.as('count'));
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

/** Jobs of one reason for attention: how many, and the ids of the first ones. */
export interface Found {
  readonly count: number;
  readonly ids: readonly string[];
}

/** Visits that should have begun, and are not over for long; the longest wait first. */
export function findLate(ctx: Context, limit: number): Promise<Found> {
  const forgottenBefore = ctx.clock.now().subtract(FORGOTTEN_AFTER).toString();
  return firstOf(
    goingAhead(ctx).where(needsAttention(ctx, 'start')).where('ends_at', '>=', forgottenBefore),
    limit,
  );
}

/** Visits that are over, but not clocked out; the latest first. */
export async function findNotFinished(ctx: Context, limit: number): Promise<Found> {
  // What the customer says about a visit is found by findSaidNo.
  const unclear = goingAhead(ctx).where(sql<boolean>`came is not false`);
  return firstOf(unclear.where(needsAttention(ctx, 'finish')), limit, 'desc');
}

/** Visits without a clock-in of which the customer says that nobody came; the latest first. */
export function findSaidNo(ctx: Context, limit: number): Promise<Found> {
  return firstOf(goingAhead(ctx).where('came', 'is', false).where('stage', '=', 'upcoming'), limit, 'desc');
}

function goingAhead({ db }: Context) {
  return db
    .selectFrom('job')
    .where('status', 'in', [...GOING_AHEAD])
    .where('trashed_at', 'is', null);
}

async function firstOf(
  visits: ReturnType<typeof goingAhead>,
  limit: number,
  order: 'asc' | 'desc' = 'asc',
): Promise<Found> {
  const rows = await visits
    .select(['id', sql<number>`(count(*) over ())::int`.as('count')])
    .orderBy('starts_at', order)
    .orderBy('id')
    .limit(limit)
    .execute();
  return { count: rows[0]?.count ?? 0, ids: rows.map(({ id }) => id) };
}
