import type { Context } from '#platform/server/context.ts';
import { GOING_AHEAD } from '../rules/status.ts';

/** Whether a customer has a booking that goes ahead or is done, apart from some jobs and the series of these. */
export async function hasBooked(
  { db }: Context,
  customerId: string,
  except: readonly string[],
): Promise<boolean> {
  const found = await db
    .selectFrom('job')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', [...GOING_AHEAD])
    .where('trashed_at', 'is', null)
    .$if(except.length > 0, (jobs) =>
      jobs.where('id', 'not in', [...except]).where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('job as own')
              .select('own.id')
              .where('own.id', 'in', [...except])
              .whereRef('own.series_id', '=', 'job.series_id'),
          ),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
