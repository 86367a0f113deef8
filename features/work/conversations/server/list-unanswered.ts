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
    sort: { createdAt: ['job_message.created_at'] },
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
    .orderBy('job_message.created_at')
    .orderBy('job_message.id')
    .limit(limit)
    .execute();
  return rows.map(toWaitingThread);
}

function waiting({ db }: Context) {
  return db
    .selectFrom('job_message')
    .innerJoin('job', 'job.id', 'job_message.job_id')
    .innerJoin('customer', 'customer.id', 'job_message.customer_id')
    .selectAll('job_message')
    .select(['job.starts_at', 'job.label'])
    .select(['customer.firstname', 'customer.lastname', 'customer.display_name as displayName'])
    .where('job_message.written_by', '=', 'customer')
    .where('job_message.answered_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job_message as earlier')
            .select('earlier.id')
            .whereRef('earlier.job_id', '=', 'job_message.job_id')
            .where('earlier.written_by', '=', 'customer')
            .where('earlier.answered_at', 'is', null)
            .where(({ eb, refTuple }) =>
              eb(
                refTuple('earlier.created_at', 'earlier.id'),
                '<',
                refTuple('job_message.created_at', 'job_message.id'),
              ),
            ),
        ),
      ),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof waiting>['executeTakeFirstOrThrow']>>;

function toWaitingThread(row: Row): WaitingThread {
  return {
    jobID: row.job_id,
    customer: { id: row.customer_id, fullname: fullnameOf(row) },
    startTime: wireTime(row.starts_at),
    label: row.label,
    text: row.text,
    createdAt: wireTime(row.created_at),
  };
}

/** Jobs with unanswered customer messages. */
export async function countUnanswered({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('job_message')
    .select(sql<number>`count(distinct job_id)::int`.as('count'))
    .where('written_by', '=', 'customer')
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
