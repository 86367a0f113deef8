import { type ExpressionBuilder, sql } from 'kysely';
import { dayOf, wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { DB } from '#platform/server/database/database.ts';
import { UNPAID } from '../rules/status.ts';

/** Held and not being paid now, or to be paid later and due. */
function waitsForPayment({ clock, config }: Context) {
  const now = clock.now();
  const today = String(dayOf(now, config.BUSINESS_TZ));
  return (hold: ExpressionBuilder<DB, 'job_hold'>) =>
    hold.and([
      hold('job_hold.ended_at', 'is', null),
      hold('job_hold.paying_since', 'is', null),
      hold.or([
        hold('job_hold.due_on', '<=', today),
        hold.and([hold('job_hold.due_on', 'is', null), hold('job_hold.expires_at', '>', now.toString())]),
      ]),
    ]);
}

/** Bookings that wait for payment: held ones, and those whose due date has come. A series counts once. */
export async function countUnpaidBookings(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('job_hold')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(waitsForPayment(ctx))
    .executeTakeFirstOrThrow();
  return count;
}

export interface UnpaidBooking {
  /** The first visit. */
  readonly jobID: string;
  readonly visits: number;
  /** Cents for all of them. */
  readonly amount: number;
  /** The end of the hold, or the due date. */
  readonly until: string;
  readonly dueOn: string | null;
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
          .whereRef('job.hold_id', '=', 'job_hold.id')
          .where('job.status', 'in', [...UNPAID])
          .where('job.trashed_at', 'is', null)
          .having(sql<boolean>`count(*) > 0`)
          .as('booking'),
      (join) => join.onTrue(),
    )
    .select(['booking.first', 'booking.visits', 'booking.amount', 'job_hold.due_on as dueOn'])
    .select([until.as('until'), sql<number>`(count(*) over ())::int`.as('count')])
    .where(waitsForPayment(ctx))
    .orderBy(until)
    .orderBy('job_hold.id')
    .limit(limit)
    .execute();
  return {
    count: rows[0]?.count ?? 0,
    bookings: rows.map(({ first, visits, amount, until: at, dueOn }) => ({
      jobID: first,
      visits,
      amount,
      until: wireTime(at),
      dueOn,
    })),
  };
}
