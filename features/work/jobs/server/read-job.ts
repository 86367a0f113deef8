import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Job } from '../contract/shapes.ts';
import { CHECKLIST, toChecklist } from './job-checklist.ts';
import { toJobReply } from './job-reply.ts';
import { jobRows } from './job-rows.ts';
import { lacksCrewForOffice } from './lacks-crew.ts';
import { isVisible } from './visible-jobs.ts';

/** One job with its checklist, in a single query to save a round trip. */
export async function readJob(ctx: Context, id: string): Promise<Job | Refusal<'not_found'>> {
  const row = await jobRows(ctx)
    .where(isVisible(ctx))
    .select([CHECKLIST.as('checklist'), lacksCrewForOffice(ctx).as('lacks_crew')])
    .where('job.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return refuse('not_found');
  return { ...toJobReply(ctx, row), checklist: toChecklist(row.checklist), comment: row.checklist_comment };
}
