import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { dayOf, readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { DB } from '#platform/server/database/database.ts';
import { type AttentionReason, FORGOTTEN_AFTER, LATE_AFTER, LATE_UNTIL } from '../rules/attention.ts';
import { GOING_AHEAD, UNPAID } from '../rules/status.ts';
import { lacksCrew, nowOf } from './crew.ts';

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
  const needsCrew = visits().where(needsAttention(ctx, 'crew')).where('startsAt', '<', soon);
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
    goingAhead(ctx).where(needsAttention(ctx, 'start')).where('endsAt', '>=', forgottenBefore),
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
    .where('trashedAt', 'is', null);
}

async function firstOf(
  visits: ReturnType<typeof goingAhead>,
  limit: number,
  order: 'asc' | 'desc' = 'asc',
): Promise<Found> {
  const rows = await visits
    .select(['id', sql<number>`(count(*) over ())::int`.as('count')])
    .orderBy('startsAt', order)
    .orderBy('id')
    .limit(limit)
    .execute();
  return { count: rows[0]?.count ?? 0, ids: rows.map(({ id }) => id) };
}

/** SQL condition for visits that need the office's attention; every visit if no reason is given. */
export function needsAttention(ctx: Context, needs: AttentionReason | undefined) {
  return (job: ExpressionBuilder<DB, 'job'>): ExpressionWrapper<DB, 'job', SqlBool> => {
    if (needs === undefined) return job.and([]);
    const isUpcoming = job('job.stage', '=', 'upcoming');
    if (needs === 'crew') return job.and([isUpcoming, lacksCrew(nowOf(ctx), 'job.id')]);
    const now = ctx.clock.now();
    if (needs === 'finish') {
      const forgottenBefore = now.subtract(FORGOTTEN_AFTER).toString();
      return job.and([
        // Literals, not parameters: they let the partial index `job_unfinished` be used.
        sql<SqlBool>`job.stage in ('upcoming', 'in-progress') and job.status in ('confirmed', 'paid')`,
        job('job.startsAt', '<', forgottenBefore), // redundant, but lets the index be used
        job('job.endsAt', '<', forgottenBefore),
      ]);
    }
    return job.and([
      isUpcoming,
      job('job.startsAt', '<', now.subtract(LATE_AFTER).toString()),
      job('job.startsAt', '>', now.subtract(LATE_UNTIL).toString()),
    ]);
  };
}

/** The number of a customer's jobs that wait for payment. Registered for `checkstatus`, in a lower-level feature. */
export async function countPendingJobs(ctx: Context, customerID: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('job')
    .select(sql<number>`count(*)`.as('jobs'))
    .where('customerID', '=', customerID)
    .where('status', 'in', [...UNPAID])
    .where('trashedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return row.jobs;
}

/** Held and not being paid now, or to be paid later and due. */
function waitsForPayment({ clock, config }: Context) {
  const now = clock.now();
  const today = String(dayOf(now, config.BUSINESS_TZ));
  return (hold: ExpressionBuilder<DB, 'job_hold'>) =>
    hold.and([
      hold('job_hold.endedAt', 'is', null),
      hold('job_hold.payingSince', 'is', null),
      hold.or([hold('job_hold.charged', 'is', null), hold('job_hold.chargeDeclines', '>', 0)]),
      hold.or([
        hold('job_hold.dueOn', '<=', today),
        hold.and([hold('job_hold.dueOn', 'is', null), hold('job_hold.expiresAt', '>', now.toString())]),
      ]),
    ]);
}

/** Visits that owe something besides their price, which no card is going to pay without anybody asking. */
function owing({ db }: Context) {
  // Those of invoice customers wait for the next invoice.
  const byInvoice = db
    .selectFrom('job')
    .innerJoin('job_hold', 'job_hold.id', 'job.holdID')
    .select('job.id')
    .where('job_hold.charged', '=', 'invoice')
    .where('job.id', '=', sql.ref<string>('job_charge.jobID'));
  return db
    .selectFrom('job_charge')
    .where('endedAt', 'is', null)
    .where('chargeAt', 'is', null)
    .where(({ not, exists }) => not(exists(byInvoice)));
}

/**
 * Bookings that wait for payment: held ones, those whose due date has come, and visits that owe a charge. A series counts
 * once.
 */
export async function countUnpaidBookings(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('job_hold')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(waitsForPayment(ctx))
    .executeTakeFirstOrThrow();
  const owed = await owing(ctx)
    .select(sql<number>`count(distinct job_id)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count + owed.count;
}

interface UnpaidBooking {
  /** The first visit. */
  readonly jobID: string;
  readonly visits: number;
  /** Cents for all of them. */
  readonly amount: number;
  /** The end of the hold, or the due date. */
  readonly until: string;
  readonly dueOn: string | null;
  /** A visit that is paid or cancelled and owes this besides its price. */
  readonly isCharge: boolean;
}

/** The same bookings: how many, and the first to end or to become due. */
export async function findUnpaidBookings(
  ctx: Context,
  limit: number,
): Promise<{ readonly count: number; readonly bookings: readonly UnpaidBooking[] }> {
  const until = sql<string>`coalesce(
    job_hold.due_on::timestamp at time zone ${sql.lit(ctx.config.BUSINESS_TZ)}, job_hold.expires_at)`;
  const rows = await ctx.db
    .selectFrom('job_hold')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('job')
          .select([
            sql<string>`(array_agg(job.id order by job.starts_at, job.id))[1]`.as('first'),
            sql<number>`count(*)::int`.as('visits'),
            sql<number>`sum(job.amount_to_pay)::int`.as('amount'),
          ])
          .whereRef('job.holdID', '=', 'job_hold.id')
          .where('job.status', 'in', [...UNPAID])
          .where('job.trashedAt', 'is', null)
          .having(sql<boolean>`count(*) > 0`)
          .as('booking'),
      (join) => join.onTrue(),
    )
    .select(['booking.first', 'booking.visits', 'booking.amount', 'job_hold.dueOn'])
    .select([until.as('until'), sql<number>`(count(*) over ())::int`.as('count')])
    .where(waitsForPayment(ctx))
    .orderBy(until)
    .orderBy('job_hold.id')
    .limit(limit)
    .execute();
  const owed = await owing(ctx)
    .select(({ fn }) => ['jobID', fn.sum<number>('cents').as('amount'), fn.min('createdAt').as('since')])
    .select(sql<number>`(count(*) over ())::int`.as('count'))
    .groupBy('jobID')
    .orderBy('since')
    .orderBy('jobID')
    .limit(limit)
    .execute();
  return {
    count: (rows[0]?.count ?? 0) + (owed[0]?.count ?? 0),
    bookings: [
      ...rows.map(({ first, visits, amount, until: at, dueOn }) => ({
        jobID: first,
        visits,
        amount,
        until: wireTime(at),
        dueOn,
        isCharge: false,
      })),
      ...owed.map(({ jobID, amount, since }) => ({
        jobID,
        visits: 1,
        amount,
        until: wireTime(since),
        dueOn: String(dayOf(readDatabaseTime(since), ctx.config.BUSINESS_TZ)),
        isCharge: true,
      })),
    ],
  };
}
