import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { ChecklistReply, checklists } from '../contract.ts';
import { isForJobType, toItemReply } from './item-record.ts';

export function listChecklists(ctx: Context, query: z.output<typeof checklists.list.query>): ListOutcome {
  let rows = ctx.db
    .selectFrom('checklist_item')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashed_at'))
    .where(matchesWords(query.q, ['english', 'chinese', 'category']));
  if (query.category !== undefined) rows = rows.where('category', '=', query.category);
  if (query.jobType !== undefined) rows = rows.where(isForJobType(query.jobType));
  return listOf(ctx, query, {
    name: 'checklists',
    rows,
    sort: {
      position: ['position'],
      category: ['category', 'position'],
      english: ['english'],
      chinese: ['chinese'],
      jobTypes: [sql`array_to_string(job_types, ', ')`, 'position'],
      createdAt: ['created_at'],
    },
    key: 'id',
    toItem: toItemReply,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<ChecklistReply>[] = [
  { heading: 'Position', value: (item) => item.position },
  { heading: 'Category', value: (item) => item.category },
  { heading: 'English', value: (item) => item.english },
  { heading: 'Chinese', value: (item) => item.chinese },
  { heading: 'Jobs', value: (item) => item.jobTypes.join(', ') || 'all' },
  { heading: 'In the trash', value: (item) => item.trash },
];
