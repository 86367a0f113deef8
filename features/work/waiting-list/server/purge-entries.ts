import { dayOf } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';

/** The job's page and the list show where a booking came from for this long. */
const RETENTION = Temporal.Duration.from({ years: 1 });

/** Cron job. */
export async function purgeEntries({ db, clock, config }: Context): Promise<void> {
  const limit = dayOf(clock.now(), config.BUSINESS_TZ).subtract(RETENTION).toString();
  await db.deleteFrom('waiting_entry').where('day', '<', limit).execute();
}
