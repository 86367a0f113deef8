import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { dollars } from '#platform/kernel/money.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvMobile, csvTime } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { searchReadings } from '#platform/server/lists/search-words.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listCustomers as call } from '../contract.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import { activityColumns, toActivity } from './customer-activity.ts';
import { CUSTOMER_WORDS, toCustomerReply } from './customer-record.ts';

export function listCustomers(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  const found = ctx.db
    .selectFrom('customer')
    .where(matchesTrashFilter(ctx, query, 'trashed_at'))
    .where(matchesCustomer(query.q))
    .where(isConfirmed(query.confirmed))
    .where(holdsCredits(query.credits));
  return listOf(ctx, query, {
    name: 'customers',
    found,
    rows: found.selectAll('customer').select(activityColumns(ctx)),
    sort: {
      createdAt: ['created_at'],
      fullname: [sql`coalesce(nullif(display_name, ''), firstname || ' ' || lastname)`],
      salutation: ['salutation', 'firstname', 'lastname'],
      email: ['email'],
      mobile: ['mobile'],
      creditsLeft: ['credits_left'],
      confirmed: [sql`(otp_verified_at is not null)`, 'created_at'],
      card: [sql`coalesce(card_last4, '')`],
    },
    defaultOrder: 'desc',
    key: 'id',
    toItem: (row) => ({ ...toCustomerReply(row), activity: toActivity(row) }),
    csv: CSV,
  });
}

/**
 * Each word must match the name, the mobile or the e-mail address; six digits may match the postal code of a
 * home instead.
 */
export function matchesCustomer(q: string | undefined): RawBuilder<SqlBool> {
  const readings = searchReadings(q);
  if (readings.length === 0) return sql<SqlBool>`true`;
  const matches = (word: string) => {
    const person = matchesWords(word, CUSTOMER_WORDS);
    if (!POSTAL_CODE.test(word)) return person;
    return sql<SqlBool>`(${person} or customer.id = any(array(
      select customer_id from customer_address where postal = ${word} and trashed_at is null)))`;
  };
  const holds = readings.map((words) => sql`(${sql.join(words.map(matches), sql` and `)})`);
  return sql<SqlBool>`(${sql.join(holds, sql` or `)})`;
}

type YesOrNo = '0' | '1' | undefined;

function isConfirmed(wanted: YesOrNo): RawBuilder<SqlBool> {
  if (wanted === undefined) return sql<SqlBool>`true`;
  return wanted === '1' ? sql<SqlBool>`otp_verified_at is not null` : sql<SqlBool>`otp_verified_at is null`;
}

function holdsCredits(wanted: YesOrNo): RawBuilder<SqlBool> {
  if (wanted === undefined) return sql<SqlBool>`true`;
  return wanted === '1' ? sql<SqlBool>`credits_left > 0` : sql<SqlBool>`credits_left = 0`;
}

const CSV: readonly CsvColumn<CustomerReply>[] = [
  { heading: 'Id', value: (customer) => customer.id },
  { heading: 'Salutation', value: (customer) => customer.salutation },
  { heading: 'First name', value: (customer) => customer.firstname },
  { heading: 'Last name', value: (customer) => customer.lastname },
  { heading: 'Name as shown', value: (customer) => customer.fullname },
  { heading: 'Mobile', value: (customer) => csvMobile(customer.mobile) },
  { heading: 'E-mail', value: (customer) => customer.email },
  { heading: 'Credits (hours)', value: (customer) => customer.creditsLeft },
  { heading: 'Next visit', value: ({ activity }) => csvTime(activity?.nextVisit ?? null) },
  { heading: 'Visits done', value: ({ activity }) => activity?.visitsDone ?? 0 },
  {
    heading: 'Spent (S$)',
    value: ({ activity }) => (activity?.spent == null ? '' : dollars(activity.spent)),
  },
  { heading: 'Number confirmed', value: (customer) => customer.otpVerified },
  { heading: 'In the trash', value: (customer) => customer.trash },
  { heading: 'Since', value: (customer) => csvTime(customer.createdAt) },
];
