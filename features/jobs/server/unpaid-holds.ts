import { sumJobMinutes } from '#features/schedule/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { isHoldOver, type UnpaidHolds } from '../rules/holds.ts';

/** What a customer holds at this moment without having paid for it. */
export async function findUnpaidHolds(ctx: Context, customerId: string): Promise<UnpaidHolds> {
  const now = ctx.clock.now();
  const hourAgo = now.subtract({ hours: 1 });
  const rows = await ctx.db
    .selectFrom('job_hold')
    .select(['id', 'began_at', 'expires_at', 'paying_since', 'ended_at'])
    .where('customer_id', '=', customerId)
    .where(({ eb, or }) => or([eb('ended_at', 'is', null), eb('began_at', '>', hourAgo.toString())]))
    .where(({ eb, or }) => or([eb('ended_how', 'is', null), eb('ended_how', '<>', 'paid')]))
    .orderBy('began_at')
    .execute();
  const live = rows.filter(
    (row) =>
      row.ended_at === null &&
      (row.paying_since !== null || !isHoldOver(readDatabaseTime(row.expires_at), now)),
  );
  const began = rows.map((row) => readDatabaseTime(row.began_at));
  return {
    live: live.length,
    heldMinutes: await sumHeldMinutes(
      ctx,
      live.map((row) => row.id),
    ),
    begunInHour: began.filter((at) => Temporal.Instant.compare(at, hourAgo) > 0),
    hasPaid: await hasPaid(ctx, customerId),
  };
}

/** Cleaner-minutes that these holds keep in the diaries. */
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

/** Whether money or hours of this customer have ever paid for a visit. */
async function hasPaid(ctx: Context, customerId: string): Promise<boolean> {
  const paid = await ctx.db
    .selectFrom('job')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('paid_at', 'is not', null)
    .where(({ eb, or }) => or([eb('amount_to_pay', '>', 0), eb('credits_used', '>', 0)]))
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}
