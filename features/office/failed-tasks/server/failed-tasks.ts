import { z } from 'zod';
import type { ReplyOf } from '#platform/contract/call.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { countDeadTasks, dropDeadTask, findDeadTasks, retryDeadTask } from '#platform/server/dead-tasks.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { listFailedTasks as call } from '../contract.ts';

const MAX_TASKS = 100;

/** The payloads of many tasks name the job that they are about. */
const aboutJob = z.looseObject({ jobID: z.uuid() });

export async function listFailedTasks(ctx: Context): Promise<ReplyOf<typeof call>> {
  const tasks = await findDeadTasks(ctx, MAX_TASKS);
  return {
    items: tasks.map(({ payload, createdAt, ...task }) => ({
      ...task,
      jobID: aboutJob.safeParse(payload).data?.jobID ?? null,
      createdAt: wireTime(createdAt),
    })),
    total: await countDeadTasks(ctx),
  };
}

const QUEUE_NUMBER = /^\d{1,18}$/;

const GONE = { detail: 'It was done, tried again or dropped by someone else, or deleted in the meantime.' };

export function retryTask(ctx: Context, id: string): Promise<Ended> {
  return endFailure(ctx, id, { action: 'task.retried', end: retryDeadTask });
}

/** It is not run again. */
export function dropTask(ctx: Context, id: string): Promise<Ended> {
  return endFailure(ctx, id, { action: 'task.dropped', end: dropDeadTask });
}

type Ended = { ok: true } | Refusal<'not_found' | 'unavailable'>;

interface End {
  readonly action: string;
  /** The name of the task; undefined if it is no longer listed. */
  end(tx: Tx, id: string): Promise<string | undefined>;
}

async function endFailure(ctx: Context, id: string, { action, end }: End): Promise<Ended> {
  if (!QUEUE_NUMBER.test(id)) return refuse('not_found', GONE);
  return inTransaction(ctx, async (tx) => {
    const task = await end(tx, id);
    if (task === undefined) return refuse('not_found', GONE);
    await audit(tx, { action, subject: { kind: 'task', id }, after: { task } });
    return saveIdempotentReply(tx, { ok: true as const });
  });
}
