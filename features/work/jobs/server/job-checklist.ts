import { sql } from 'kysely';
import type { z } from 'zod';
import { wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { checklistLine } from '../contract/shapes.ts';

type Line = z.output<typeof checklistLine>;

/** SQL expression for a job's frozen checklist, in order. Times as PostgreSQL formats them. */
export const CHECKLIST = sql<readonly Line[]>`(
  select coalesce(json_agg(json_build_object(
      'id', item_id, 'english', english, 'chinese', chinese, 'category', category, 'position', position,
      'done', done_at is not null, 'doneBy', done_by, 'doneAt', done_at::text
    ) order by position, item_id), '[]')
  from job_checklist_item where job_checklist_item.job_id = job.id)`;

export function toChecklist(rows: readonly Line[]): Line[] {
  return rows.map((row) => ({ ...row, doneAt: wireTimeOrNull(row.doneAt) }));
}

export async function checklistOf(ctx: Context, jobId: string): Promise<Line[]> {
  const job = await ctx.db
    .selectFrom('job')
    .select(CHECKLIST.as('checklist'))
    .where('id', '=', jobId)
    .executeTakeFirst();
  return toChecklist(job?.checklist ?? []);
}
