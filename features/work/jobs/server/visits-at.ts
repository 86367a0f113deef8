import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';

/** Current and upcoming visits to a home, earliest first. Registered with customers, a lower-level feature. */
export async function visitsAt(
  ctx: Context,
  addressId: string,
): Promise<{ jobID: string; startTime: string }[]> {
  return repliesOf(await visitsAhead(ctx).where('address_id', '=', addressId).execute());
}

/** Current and upcoming visits of a customer, earliest first. Registered with customers, a lower-level feature. */
export async function visitsOf(
  ctx: Context,
  customerId: string,
): Promise<{ jobID: string; startTime: string }[]> {
  return repliesOf(await visitsAhead(ctx).where('customer_id', '=', customerId).execute());
}

function visitsAhead({ db, clock }: Context) {
  return db
    .selectFrom('job')
    .select(['id', 'starts_at'])
    .where('status', 'in', ['pending', 'confirmed', 'paid'])
    .where('trashed_at', 'is', null)
    .where('ends_at', '>', clock.now().toString())
    .orderBy('starts_at');
}

function repliesOf(rows: readonly { readonly id: string; readonly starts_at: string }[]) {
  return rows.map((row) => ({ jobID: row.id, startTime: wireTime(row.starts_at) }));
}
