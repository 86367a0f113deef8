import type { z } from 'zod';
import { CUSTOMER_BY_NAME, customerOf } from '#features/people/customers/server/index.ts';
import { ownIdFor } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvMobile, csvTime } from '#platform/server/lists/csv.ts';
import { matchesWordsOrOwner } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listWaitingList as call, WaitingEntry } from '../contract.ts';
import { LIVE_STATES } from '../rules/offer.ts';
import { seeWaitingList } from '../rules/policy.ts';
import { entryRows, toEntry } from './entry-record.ts';

const SORT = {
  date: ['waiting_entry.day', 'waiting_entry.created_at'],
  createdAt: ['waiting_entry.created_at'],
  customer: [...CUSTOMER_BY_NAME, 'waiting_entry.created_at'],
  state: ['waiting_entry.state', 'waiting_entry.day', 'waiting_entry.created_at'],
} as const;

/** By day, first come first: the order in which times are offered. */
export function listEntries(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  return listOf(ctx, query, {
    name: 'waiting-list',
    rows: entryRows(ctx),
    found: filtered(ctx, query),
    key: 'waiting_entry.id',
    sort: SORT,
    sortJoins: {
      customer: (found) => found.innerJoin('customer', 'customer.id', 'waiting_entry.customer_id'),
    },
    toItem: toEntry,
    csv: CSV,
  });
}

function filtered(ctx: Context, query: z.output<typeof call.query>) {
  const { date, from_date: from = date, to_date: to = date, state, jobID } = query;
  const customerID = ownIdFor(ctx.actor, seeWaitingList) ?? query.customerID;
  let found = ctx.db
    .selectFrom('waiting_entry')
    .where(
      matchesWordsOrOwner(
        query.q,
        ['waiting_entry.special_requests'],
        customerOf('waiting_entry.customer_id'),
      ),
    );
  if (state === 'live') found = found.where('waiting_entry.state', 'in', [...LIVE_STATES]);
  else if (state !== undefined) found = found.where('waiting_entry.state', '=', state);
  if (from !== undefined) found = found.where('waiting_entry.day', '>=', from);
  if (to !== undefined) found = found.where('waiting_entry.day', '<=', to);
  if (customerID !== undefined) found = found.where('waiting_entry.customer_id', '=', customerID);
  if (jobID !== undefined) found = found.where('waiting_entry.job_id', '=', jobID);
  return found;
}

const CSV: readonly CsvColumn<WaitingEntry>[] = [
  { heading: 'Day', value: (item) => item.date },
  { heading: 'Part of the day', value: (item) => item.part },
  { heading: 'Customer', value: (item) => item.customer.fullname },
  { heading: 'Mobile', value: (item) => csvMobile(item.customer.mobile) },
  { heading: 'Package', value: (item) => item.package.label },
  { heading: 'Hours', value: (item) => item.hours },
  { heading: 'Cleaners', value: (item) => item.numCleaners },
  { heading: 'Home', value: (item) => item.address },
  { heading: 'State', value: (item) => item.state },
  { heading: 'Since', value: (item) => csvTime(item.createdAt) },
];
