import type { OwnTime } from '#features/work/schedule/rules/nearest-free.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { GOING_AHEAD } from '../rules/status.ts';
import { type JobRow, jobRows } from './job-rows.ts';

interface HomeOfCustomer {
  readonly customerId: string;
  readonly addressId: string;
}

/** Current and upcoming visits to a customer's home, by start: going ahead, or held for payment. */
export async function findVisitsToHome(
  ctx: Context,
  { customerId, addressId }: HomeOfCustomer,
): Promise<JobRow[]> {
  return jobRows(ctx)
    .where('job.customer_id', '=', customerId)
    .where('job.address_id', '=', addressId)
    .where('job.status', 'in', ['pending', ...GOING_AHEAD])
    .where('job.trashed_at', 'is', null)
    .where('job.ends_at', '>', ctx.clock.now().toString())
    .orderBy('job.starts_at')
    .execute();
}

/** The times of the customer's other visits to the home of a job; a move to them is not offered. */
export async function timesOfOtherVisits(
  ctx: Context,
  job: Pick<JobRow, 'id' | 'customer_id' | 'address_id'>,
  moving: readonly string[] = [job.id],
): Promise<OwnTime[]> {
  const visits = await findVisitsToHome(ctx, { customerId: job.customer_id, addressId: job.address_id });
  return visits
    .filter(({ id }) => !moving.includes(id))
    .map((row) => ({ from: readDatabaseTime(row.starts_at), until: readDatabaseTime(row.ends_at) }));
}
