import { z } from 'zod';
import type { ReplyOf } from '#platform/contract/call.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { countDeadTasks, findDeadTasks } from '#platform/server/dead-tasks.ts';
import type { listFailedTasks as call } from '../contract.ts';

const MOST = 100;

/** The payloads of many tasks name the job that they are about. */
const aboutJob = z.looseObject({ jobId: z.uuid() });

export async function listFailedTasks(ctx: Context): Promise<ReplyOf<typeof call>> {
  const tasks = await findDeadTasks(ctx, MOST);
  return {
    items: tasks.map(({ payload, createdAt, ...task }) => ({
      ...task,
      jobID: aboutJob.safeParse(payload).data?.jobId ?? null,
      createdAt: wireTime(createdAt),
    })),
    total: await countDeadTasks(ctx),
  };
}
