import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';
import { throttle } from '#platform/server/throttle.ts';
import { looksLikePumping, PREFIX_DIGITS } from '../rules/pumping.ts';

const HOUR = Temporal.Duration.from({ hours: 1 });

/**
 * Cron job: pages someone, at most once an hour per prefix, if codes are sent to a prefix but hardly ever
 * used.
 */
export async function alertOnUnusedCodes(ctx: Context): Promise<void> {
  const prefix = sql<string>`left(mobile, ${sql.lit(PREFIX_DIGITS)})`;
  const counted = await ctx.db
    .selectFrom('one_time_code')
    .select([
      prefix.as('prefix'),
      sql<number>`count(*)`.as('sent'),
      sql<number>`count(*) filter (where end_reason = 'used')`.as('used'),
    ])
    .where('is_sent', '=', true)
    .where('created_at', '>', ctx.clock.now().subtract(HOUR).toString())
    .groupBy(prefix)
    .execute();
  for (const codes of counted.filter(looksLikePumping)) {
    const recent = await throttle(ctx, { key: `pumping:${codes.prefix}`, most: 1, per: HOUR });
    if (recent === null)
      ctx.log.error({ wake: true, ...codes }, 'codes to a prefix are not used: possible SMS pumping');
  }
}
