import type { z } from 'zod';
import { wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { checklistLine } from '../contract/shapes.ts';

type Line = z.output<typeof checklistLine>;

/** A job's list as it was frozen, in its order. Empty until the job is paid. */
export async function checklistOf(ctx: Context, jobId: string): Promise<Line[]> {
  const rows = await ctx.db
    .selectFrom('job_checklist_item')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('position')
    .orderBy('item_id')
    .execute();
  return rows.map((row) => ({
    id: row.item_id,
    english: row.english,
    chinese: row.chinese,
    category: row.category,
    position: row.position,
    done: row.done_at !== null,
    doneBy: row.done_by,
    doneAt: wireTimeOrNull(row.done_at),
  }));
}
