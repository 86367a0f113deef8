import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { AdminReply, listAdmins as call } from '../contract.ts';
import { toAdminReply } from './admin-record.ts';

export function listAdmins(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  const rows = ctx.db
    .selectFrom('admin')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashed_at'))
    .where(matchesWords(query.q, ['fullname', 'identity', 'email']));
  return listOf(ctx, query, {
    name: 'admins',
    rows,
    sort: { fullname: ['fullname'], identity: ['identity'], email: ['email'], createdAt: ['created_at'] },
    key: 'id',
    toItem: toAdminReply,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<AdminReply>[] = [
  { heading: 'Identity', value: (admin) => admin.identity },
  { heading: 'Full name', value: (admin) => admin.fullname },
  { heading: 'E-mail', value: (admin) => admin.email },
  { heading: 'In the trash', value: (admin) => admin.trash },
  { heading: 'Since', value: (admin) => csvTime(admin.createdAt) },
];
