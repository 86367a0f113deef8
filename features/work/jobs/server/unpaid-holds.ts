import { sql } from 'kysely';
import { sumJobMinutes } from '#features/work/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { isHoldOfOffice, isHoldOver, type UnpaidHolds } from '../rules/holds.ts';
import { changeOutsideTerms } from '../rules/policy.ts';
import type { JobRow } from './job-rows.ts';

/** Serialises a customer's bookings and payments, so that concurrent requests cannot exceed the limit on holds. */
export async function lockUnpaidHolds(tx: Tx, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`holds:${customerId}`}, 0))`.execute(tx.db);
}

/** A customer's unpaid holds. */
export async function findUnpaidHolds(ctx: Context, customerId: string): Promise<UnpaidHolds> {
  const now = ctx.clock.now();
  const hourAgo = now.subtract({ hours: 1 });
  const rows = await ctx.db
    .selectFrom('job_hold')
    .select(['id', 'began_at', 'first_expires_at', 'expires_at', 'paying_since', 'ended_at'])
    .where('customer_id', '=', customerId)
    .where('due_on', 'is', null)
    .where(({ eb, or }) => or([eb('ended_at', 'is', null), eb('began_at', '>', hourAgo.toString())]))
    .where(({ eb, or }) => or([eb('ended_how', 'is', null), eb('ended_how', '<>', 'paid')]))
    .orderBy('began_at')
    .execute();
  const live = rows.filter(
    (row) =>
      row.ended_at === null &&
      (row.paying_since !== null || !isHoldOver(readDatabaseTime(row.expires_at), now)),
  );
  // Holds made by the office last a day and do not count against the customer.
  const isOwn = (row: (typeof rows)[number]) =>
    !isHoldOfOffice(readDatabaseTime(row.began_at), readDatabaseTime(row.first_expires_at));
  const began = rows.filter(isOwn).map((row) => readDatabaseTime(row.began_at));
  return {
    live: live.length,
    heldMinutes: await sumHeldMinutes(
      ctx,
      live.filter(isOwn).map((row) => row.id),
    ),
    begunInHour: began.filter((at) => Temporal.Instant.compare(at, hourAgo) > 0),
    hasPaid: await hasPaid(ctx, customerId),
  };
}

/**
 * Whether a customer is changing an unpaid later visit of a series that has no time in the diaries yet. A move would
 * take time beyond the limits; the customer can book again with other dates instead.
 */
export async function isUnheldOfCustomer(tx: Tx, jobs: readonly JobRow[]): Promise<boolean> {
  if (may(tx.actor, changeOutsideTerms)) return false;
  for (const job of jobs) {
    if (job.status === 'pending' && (await sumJobMinutes(tx, [job.id])) === 0) return true;
  }
  return false;
}

/** Cleaner-minutes that these holds occupy in the diaries. */
async function sumHeldMinutes(ctx: Context, holdIds: readonly string[]): Promise<number> {
  if (holdIds.length === 0) return 0;
  const jobs = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('hold_id', 'in', [...holdIds])
    .where('status', '=', 'pending')
    .execute();
  return sumJobMinutes(
    ctx,
    jobs.map((job) => job.id),
  );
}

/** Whether the customer has paid for a visit, by card or hours, that was not cancelled. */
async function hasPaid(ctx: Context, customerId: string): Promise<boolean> {
  const paid = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'paid')
    .where(({ eb, or }) => or([eb('amount_to_pay', '>', 0), eb('credits_used', '>', 0)]))
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}
