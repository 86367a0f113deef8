import { sql } from 'kysely';
import type { z } from 'zod';
import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listUnanswered as call, WaitingThread } from '../contract.ts';

/** Jobs with unanswered customer messages, each with the oldest one. */
export function listUnanswered(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  return listOf(ctx, query, {
    name: 'conversations',
    rows: waiting(ctx),
    sort: { createdAt: ['job_message.createdAt'] },
    defaultOrder: 'asc',
    key: 'job_message.id',
    toItem: toWaitingThread,
    csv: [
      { heading: 'Written', value: (thread: WaitingThread) => thread.createdAt },
      { heading: 'Customer', value: (thread: WaitingThread) => thread.customer.fullname },
      { heading: 'Visit', value: (thread: WaitingThread) => thread.startTime },
      { heading: 'Text', value: (thread: WaitingThread) => thread.text },
    ],
  });
}

/** The same threads, longest wait first. */
export async function findUnanswered(ctx: Context, limit: number): Promise<WaitingThread[]> {
  const rows = await waiting(ctx)
    .orderBy('job_message.createdAt')
    .orderBy('job_message.id')
    .limit(limit)
    .execute();
  return rows.map(toWaitingThread);
}

function waiting({ db }: Context) {
  return db
    .selectFrom('job_message')
    .innerJoin('job', 'job.id', 'job_message.jobID')
    .innerJoin('customer', 'customer.id', 'job_message.customerID')
    .selectAll('job_message')
    .select(['job.startsAt', 'job.label'])
    .select(['customer.firstname', 'customer.lastname', 'customer.displayName'])
    .where('job_message.writtenBy', '=', 'customer')
    .where('job_message.answeredAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job_message as earlier')
            .select('earlier.id')
            .whereRef('earlier.jobID', '=', 'job_message.jobID')
            .where('earlier.writtenBy', '=', 'customer')
            .where('earlier.answeredAt', 'is', null)
            .where(({ eb, refTuple }) =>
              eb(
                refTuple('earlier.createdAt', 'earlier.id'),
                '<',
                refTuple('job_message.createdAt', 'job_message.id'),
              ),
            ),
        ),
      ),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof waiting>['executeTakeFirstOrThrow']>>;

function toWaitingThread(row: Row): WaitingThread {
  return {
    jobID: row.jobID,
    customer: { id: row.customerID, fullname: fullnameOf(row) },
    startTime: wireTime(row.startsAt),
    label: row.label,
    text: row.text,
    createdAt: wireTime(row.createdAt),
  };
}

/** Jobs with unanswered customer messages. */
export async function countUnanswered({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('job_message')
    .select(sql<number>`count(distinct job_id)::int`.as('count'))
    .where('writtenBy', '=', 'customer')
    .where('answeredAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
