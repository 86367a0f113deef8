import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listCustomers as call } from '../contract.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import { CUSTOMER_WORDS, toCustomerReply } from './customer-record.ts';

/** Customers for the office, newest first. */
export function listCustomers(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  return listOf(ctx, query, {
    name: 'customers',
    rows: ctx.db
      .selectFrom('customer')
      .selectAll()
      .where(matchesTrashFilter(ctx, query, 'trashed_at'))
      .where(matchesWords(query.q, CUSTOMER_WORDS)),
    sort: {
      createdAt: ['created_at'],
      fullname: ['firstname', 'lastname'],
      email: ['email'],
      mobile: ['mobile'],
      creditsLeft: ['credits_left'],
    },
    defaultOrder: 'desc',
    key: 'id',
    toItem: toCustomerReply,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<CustomerReply>[] = [
  { heading: 'Id', value: (customer) => customer.id },
  { heading: 'Salutation', value: (customer) => customer.salutation },
  { heading: 'First name', value: (customer) => customer.firstname },
  { heading: 'Last name', value: (customer) => customer.lastname },
  { heading: 'Mobile', value: (customer) => customer.mobile },
  { heading: 'E-mail', value: (customer) => customer.email },
  { heading: 'Credits (hours)', value: (customer) => customer.creditsLeft },
  { heading: 'Number confirmed', value: (customer) => customer.otpVerified },
  { heading: 'In the trash', value: (customer) => customer.trash },
  { heading: 'Since', value: (customer) => customer.createdAt },
];
