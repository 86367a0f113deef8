import { sql } from 'kysely';
import type { z } from 'zod';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords, onDays } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { Block, listBlocks as listCall } from '../contract/blocks.ts';
import { formatTimeInput } from '../rules/time-input.ts';

const cleanerIds = sql<string[]>`coalesce((
  select json_agg(cleaner_id) from time_off where block_id = block_booking.id
), '[]')`.as('cleanerIDs');

export function blockRows({ db }: Context) {
  return db.selectFrom('block_booking').selectAll().select(cleanerIds);
}

type BlockRow = Awaited<ReturnType<ReturnType<typeof blockRows>['executeTakeFirstOrThrow']>>;

export function toBlock(row: BlockRow): Block {
  return {
    id: row.id,
    startTime: formatTimeInput(row.starts_at),
    endTime: formatTimeInput(row.ends_at),
    description: row.description,
    jobType: row.only_job_type as Block['jobType'],
    cleanerType: row.cleaner_type as Block['cleanerType'],
    cleanerIDs: row.cleanerIDs.toSorted(),
    trash: row.removed_at === null ? 0 : 1,
    createdAt: wireTime(row.created_at),
  };
}

/** Block bookings that overlap the requested days, latest first. */
export function listBlocks(ctx: Context, query: z.output<typeof listCall.query>): ListOutcome {
  return listOf(ctx, query, {
    name: 'block-bookings',
    rows: blockRows(ctx)
      .where(matchesTrashFilter(ctx, query, 'block_booking.removed_at'))
      .where(onDays(ctx, { from_date: query.from_date }, 'block_booking.ends_at'))
      .where(onDays(ctx, { to_date: query.to_date }, 'block_booking.starts_at'))
      .where(matchesWords(query.q, ['description'])),
    key: 'block_booking.id',
    sort: {
      startTime: ['block_booking.starts_at'],
      endTime: ['block_booking.ends_at'],
      description: ['block_booking.description'],
      jobType: ['block_booking.only_job_type'],
      createdAt: ['block_booking.created_at'],
    },
    defaultOrder: 'desc',
    toItem: toBlock,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<Block>[] = [
  { heading: 'Id', value: (block) => block.id },
  { heading: 'Start', value: (block) => csvTime(block.startTime) },
  { heading: 'End', value: (block) => csvTime(block.endTime) },
  { heading: 'Reason', value: (block) => block.description },
  { heading: 'Kind of visit', value: (block) => block.jobType },
  { heading: 'For', value: (block) => block.cleanerType },
  { heading: 'Cleaners', value: (block) => block.cleanerIDs.length },
];
