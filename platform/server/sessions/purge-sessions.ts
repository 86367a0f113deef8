import type { Context } from '../context.ts';

/** How long an ended session is kept, to answer "who was signed in then?". */
const RETENTION = Temporal.Duration.from({ hours: 30 * 24 });

/** Cron job. Deletes sessions a month after they ended or expired. */
export async function purgeSessions(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract(RETENTION).toString();
  await ctx.db
    .deleteFrom('session')
    .where((row) => row.or([row('expiresAt', '<', limit), row('endedAt', '<', limit)]))
    .execute();
}
