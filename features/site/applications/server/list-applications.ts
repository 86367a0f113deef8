import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvOf, csvTime, IN_TRASH } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { type ApplicationItem, applicationFields, type applications } from '../contract.ts';
import { APPLICATION } from './application-record.ts';

/** Applications, newest first. */
export function listApplications(ctx: Context, query: z.output<typeof applications.list.query>): ListOutcome {
  let rows = ctx.db
    .selectFrom('application')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashedAt'))
    .where(matchesWords(query.q, applicationFields.searched));
  if (query.state !== undefined) rows = rows.where('state', '=', query.state);
  return listOf(ctx, query, {
    name: 'applications',
    rows,
    sort: {
      createdAt: ['createdAt'],
      name: ['firstname', 'lastname'],
      phone: ['phone'],
      email: ['email'],
      apply_for: ['apply_for'],
      home_area: ['home_area'],
      state: ['state', 'createdAt'],
      note: [sql`left(note, 100)`],
    },
    defaultOrder: 'desc',
    key: 'id',
    toItem: APPLICATION.toItem,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<ApplicationItem>[] = [
  { heading: 'Received', value: (item) => csvTime(item.createdAt) },
  ...csvOf(applicationFields),
  IN_TRASH,
];
