import { type SelectQueryBuilder, sql } from 'kysely';
import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import type { DB } from '#platform/server/database/database.ts';

export interface JobNews {
  readonly count: number;
  readonly rows: readonly {
    readonly jobID: string;
    readonly customer: string;
    readonly startTime: string;
    /** When it happened. */
    readonly at: string;
  }[];
}

interface Since {
  readonly since: Temporal.Instant;
  readonly limit: number;
}

/** Bookings made since then, a series by its first visit; holds that have ended unpaid are left out. */
export function findNewBookings(ctx: Context, { since, limit }: Since): Promise<JobNews> {
  const booked = ctx.db
    .selectFrom('job')
    .select([
      sql<string>`(array_agg(id order by starts_at, id))[1]`.as('id'),
      sql<string>`min(created_at)`.as('at'),
    ])
    .where('created_at', '>=', since.toString())
    .where('status', 'in', ['pending', 'confirmed', 'paid'])
    .where('trashed_at', 'is', null)
    .groupBy(sql`coalesce(series_id, id)`);
  return newsOf(ctx, booked, limit);
}

/** Cancellations since then; visits that were cancelled together count once. */
export function findCancellations(ctx: Context, { since, limit }: Since): Promise<JobNews> {
  const cancelled = ctx.db
    .selectFrom('job_cancellation')
    .select([sql<string>`coalesce(first_job_id, job_id)`.as('id'), sql<string>`max(created_at)`.as('at')])
    .where('created_at', '>=', since.toString())
    .groupBy(sql`coalesce(first_job_id, job_id)`);
  return newsOf(ctx, cancelled, limit);
}

/** Visits that their customers have changed since then. */
export function findCustomerChanges(ctx: Context, { since, limit }: Since): Promise<JobNews> {
  const changed = ctx.db
    .selectFrom('audit_entry')
    .select([sql<string>`subject_id::uuid`.as('id'), sql<string>`max(at)`.as('at')])
    .where('at', '>=', since.toString())
    .where('subject_kind', '=', 'job')
    .where('actor_role', '=', 'customer')
    .where('action', '=', 'job.updated')
    .where(sql<boolean>`after -> 'reviewStarts' is null`) // a review is no change
    .groupBy('subject_id');
  return newsOf(ctx, changed, limit);
}

type Happened = { readonly id: string; readonly at: string };

async function newsOf(
  ctx: Context,
  happened: SelectQueryBuilder<DB, never, Happened>,
  limit: number,
): Promise<JobNews> {
  const rows = await ctx.db
    .selectFrom(happened.as('happened'))
    .innerJoin('job', 'job.id', 'happened.id')
    .innerJoin('customer', 'customer.id', 'job.customer_id')
    .select(['job.id', 'job.starts_at', 'happened.at'])
    .select(['customer.firstname', 'customer.lastname', 'customer.display_name as displayName'])
    .select(sql<number>`(count(*) over ())::int`.as('count'))
    .orderBy('happened.at', 'desc')
    .orderBy('job.id')
    .limit(limit)
    .execute();
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map((row) => ({
      jobID: row.id,
      customer: fullnameOf(row),
      startTime: wireTime(row.starts_at),
      at: wireTime(row.at),
    })),
  };
}
