import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Job } from '../contract/shapes.ts';
import { checklistOf } from './job-checklist.ts';
import { toJobReply } from './job-reply.ts';
import { findVisibleJob } from './visible-jobs.ts';

/** One job, with its checklist. */
export async function readJob(ctx: Context, id: string): Promise<Job | Refusal<'not_found'>> {
  const row = await findVisibleJob(ctx, id);
  if (isRefusal(row)) return row;
  const checklist = await checklistOf(ctx, id);
  return { ...toJobReply(ctx, row), checklist, comment: row.checklist_comment };
}
