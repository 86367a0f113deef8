import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvMobile, csvOf, csvTime, IN_TRASH } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { type contactRequests, type RequestItem, requestFields } from '../contract.ts';
import { REQUEST } from './request-record.ts';

/** Contact requests, newest first. */
export function listRequests(ctx: Context, query: z.output<typeof contactRequests.list.query>): ListOutcome {
  let rows = ctx.db
    .selectFrom('contact_request')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashedAt'))
    .where(matchesWords(query.q, requestFields.searched));
  if (query.state !== undefined) rows = rows.where('state', '=', query.state);
  return listOf(ctx, query, {
    name: 'contact-requests',
    rows,
    sort: {
      createdAt: ['createdAt'],
      name: ['firstname', 'lastname'],
      subject: ['subject'],
      state: ['state', 'createdAt'],
      email: ['email'],
      mobile: ['mobile'],
      note: [sql`left(note, 100)`],
    },
    defaultOrder: 'desc',
    key: 'id',
    toItem: REQUEST.toItem,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<RequestItem>[] = [
  { heading: 'Received', value: (item) => csvTime(item.createdAt) },
  ...csvOf(requestFields, { mobile: ({ mobile }) => csvMobile(mobile) }),
  IN_TRASH,
];
