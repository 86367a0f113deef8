import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvMobile, csvTime } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { contactRequests, RequestItem } from '../contract.ts';
import { toRequestItem } from './request-record.ts';

const WORDS = ['firstname', 'lastname', 'email', 'mobile', 'subject', 'message'];

/** Contact requests, newest first. */
export function listRequests(ctx: Context, query: z.output<typeof contactRequests.list.query>): ListOutcome {
  let rows = ctx.db
    .selectFrom('contact_request')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashedAt'))
    .where(matchesWords(query.q, WORDS));
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
    toItem: toRequestItem,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<RequestItem>[] = [
  { heading: 'Received', value: (item) => csvTime(item.createdAt) },
  { heading: 'First name', value: (item) => item.firstname },
  { heading: 'Last name', value: (item) => item.lastname },
  { heading: 'Mobile', value: (item) => csvMobile(item.mobile) },
  { heading: 'E-mail', value: (item) => item.email },
  { heading: 'Subject', value: (item) => item.subject },
  { heading: 'Message', value: (item) => item.message },
  { heading: 'Status', value: (item) => item.state },
  { heading: 'Note', value: (item) => item.note },
  { heading: 'In the trash', value: (item) => item.trash },
];
