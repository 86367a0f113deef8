import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** Whether a charge for a job, or for its series, is under way: nothing of it may change until that is settled. */
export async function isBeingPaid(
  ctx: Context,
  job: { readonly id: string; readonly series_id: string | null },
): Promise<boolean> {
  const found = await sql`
    select from payment_attempt as attempt
    where attempt.purpose = 'job' and attempt.status in ('created', 'sent', 'requires_action', 'unknown')
      and (attempt.target_id = ${job.id}
        or attempt.target_id in (select id from job where series_id = ${job.series_id}))`.execute(ctx.db);
  return found.rows.length > 0;
}
