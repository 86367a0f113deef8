import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { ApplicationItem, applications } from '../contract.ts';
import { toApplicationItem } from './application-record.ts';

const WORDS = ['firstname', 'lastname', 'email', 'phone', 'home_area', 'apply_for', 'message'];

/** Applications, newest first. */
export function listApplications(ctx: Context, query: z.output<typeof applications.list.query>): ListOutcome {
  let rows = ctx.db
    .selectFrom('application')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashedAt'))
    .where(matchesWords(query.q, WORDS));
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
    toItem: toApplicationItem,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<ApplicationItem>[] = [
  { heading: 'Received', value: (item) => csvTime(item.createdAt) },
  { heading: 'First name', value: (item) => item.firstname },
  { heading: 'Last name', value: (item) => item.lastname },
  { heading: 'Phone', value: (item) => item.phone },
  { heading: 'E-mail', value: (item) => item.email },
  { heading: 'Applies for', value: (item) => item.apply_for },
  { heading: 'Lives in', value: (item) => item.home_area },
  { heading: 'Experience', value: (item) => item.experience },
  { heading: 'Gender', value: (item) => item.gender },
  { heading: 'Age', value: (item) => item.age },
  { heading: 'Nationality', value: (item) => item.nationality },
  { heading: 'Message', value: (item) => item.message },
  { heading: 'Status', value: (item) => item.state },
  { heading: 'Note', value: (item) => item.note },
  { heading: 'In the trash', value: (item) => item.trash },
];
