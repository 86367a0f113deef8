import { adminNameOf } from '#features/people/accounts/server/index.ts';
import { findVisibleJob, type JobRow } from '#features/work/jobs/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { ThreadMessage } from '../contract.ts';
import { answerThreads } from '../rules/policy.ts';

export interface Thread {
  readonly items: ThreadMessage[];
  readonly isWaiting: boolean;
}

/** The messages of a job that the actor may see. */
export async function readThread(ctx: Context, jobId: string): Promise<Thread | Refusal<'not_found'>> {
  const job = await findVisibleJob(ctx, jobId);
  return isRefusal(job) ? job : threadOf(ctx, job);
}

export async function threadOf(ctx: Context, job: JobRow): Promise<Thread> {
  const rows = await messagesOf(ctx, job.id)
    .orderBy('job_message.created_at')
    .orderBy('job_message.id')
    .execute();
  return {
    items: rows.map((row) => toThreadMessage(ctx, job, row)),
    isWaiting: rows.some((row) => row.written_by === 'customer' && row.answered_at === null),
  };
}

function messagesOf({ db }: Context, jobId: string) {
  return db
    .selectFrom('job_message')
    .selectAll('job_message')
    .select(adminNameOf('job_message.admin_id').as('admin_name'))
    .where('job_message.job_id', '=', jobId);
}

type Row = Awaited<ReturnType<ReturnType<typeof messagesOf>['executeTakeFirstOrThrow']>>;

/** Customers do not see which admin wrote a message. */
function toThreadMessage(ctx: Context, job: JobRow, row: Row): ThreadMessage {
  const isOfCustomer = row.written_by === 'customer';
  const adminName = may(ctx.actor, answerThreads) ? (row.admin_name ?? '') : '';
  return {
    id: row.id,
    jobID: row.job_id,
    writtenBy: isOfCustomer ? 'customer' : 'admin',
    name: isOfCustomer ? job.customer_firstname : adminName,
    text: row.text,
    createdAt: wireTime(row.created_at),
  };
}

export async function findThreadMessage(ctx: Context, job: JobRow, id: string): Promise<ThreadMessage> {
  const row = await messagesOf(ctx, job.id).where('job_message.id', '=', id).executeTakeFirstOrThrow();
  return toThreadMessage(ctx, job, row);
}
