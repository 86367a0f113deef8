import { GOING_AHEAD } from '#features/work/jobs/rules/status.ts';
import { isHeld, jobRows } from '#features/work/jobs/server/index.ts';
import { dayBounds } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { EntryFacts } from '../rules/offer.ts';

export interface DayOfCustomer {
  readonly customer_id: string;
  readonly package_id: string;
  readonly day: string;
}

/** The customer's visit of that day with that package, as far as it decides about an entry. */
export async function findOwnVisit(
  ctx: Context,
  { customer_id, package_id, day }: DayOfCustomer,
): Promise<EntryFacts['ownVisit']> {
  const { start, end } = dayBounds(Temporal.PlainDate.from(day), ctx.config.BUSINESS_TZ);
  const jobs = await jobRows(ctx)
    .where('job.customer_id', '=', customer_id)
    .where('job.package_id', '=', package_id)
    .where('job.starts_at', '>=', start.toString())
    .where('job.starts_at', '<', end.toString())
    .where('job.status', 'in', ['pending', ...GOING_AHEAD])
    .where('job.trashed_at', 'is', null)
    .execute();
  if (jobs.some(({ status }) => status !== 'pending')) return 'going-ahead';
  return jobs.some((job) => isHeld(job, ctx.clock.now())) ? 'held' : null;
}
