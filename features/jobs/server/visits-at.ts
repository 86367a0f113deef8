import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';

/** The visits that are booked to a home and not over, the earliest first; for customers, which lies below. */
export async function visitsAt(
  { db, clock }: Context,
  addressId: string,
): Promise<{ jobID: string; startTime: string }[]> {
  const rows = await db
    .selectFrom('job')
    .select(['id', 'starts_at'])
    .where('address_id', '=', addressId)
    .where('status', 'in', ['pending', 'confirmed', 'paid'])
    .where('trashed_at', 'is', null)
    .where('ends_at', '>', clock.now().toString())
    .orderBy('starts_at')
    .execute();
  return rows.map((row) => ({ jobID: row.id, startTime: wireTime(row.starts_at) }));
}
