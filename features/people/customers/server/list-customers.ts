import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { wireTime } from '#platform/kernel/business-time.ts';
import { dollars } from '#platform/kernel/money.ts';
import { may } from '#platform/kernel/policy.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvMobile, csvTime } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { searchReadings } from '#platform/server/lists/search-words.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listCustomers as call } from '../contract.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import { seeSpending } from '../rules/policy.ts';
import { CUSTOMER_WORDS, toCustomerReply } from './customer-record.ts';

export function listCustomers(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  const found = ctx.db
    .selectFrom('customer')
    .where(matchesTrashFilter(ctx, query, 'trashedAt'))
    .where(matchesCustomer(query.q))
    .where(isConfirmed(query.confirmed))
    .where(holdsCredits(query.credits));
  return listOf(ctx, query, {
    name: 'customers',
    found,
    rows: found.selectAll('customer').select(activityColumns(ctx)),
    sort: {
      createdAt: ['createdAt'],
      fullname: [sql`coalesce(nullif(display_name, ''), firstname || ' ' || lastname)`],
      salutation: ['salutation', 'firstname', 'lastname'],
      email: ['email'],
      mobile: ['mobile'],
      creditsLeft: ['creditsLeft'],
      confirmed: [sql`(otp_verified_at is not null)`, 'createdAt'],
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

interface ActivityRow {
  readonly nextVisit: string | null;
  readonly visitsDone: number;
  readonly spent: number | null;
}

/** SQL columns of a customer's visits and payments, for the rows of a page. Null spending for those who may not see it. */
function activityColumns(ctx: Context) {
  const now = ctx.clock.now().toString();
  const visits = sql`from job where job.customer_id = customer.id
    and job.status in ('confirmed', 'paid') and job.trashed_at is null`;
  const spent: RawBuilder<number | null> = may(ctx.actor, seeSpending)
    ? sql`(select coalesce(sum(total), 0)::int from money_transaction as paid
        where paid.customer_id = customer.id and paid.method not in ('credits', 'invoice') and paid.trashed_at is null)`
    : sql`null::int`;
  return [
    sql<string | null>`(select min(job.starts_at) ${visits} and job.starts_at > ${now})`.as('nextVisit'),
    sql<number>`(select count(*)::int ${visits} and job.starts_at <= ${now} and job.ends_at <= ${now})`.as(
      'visitsDone',
    ),
    spent.as('spent'),
  ] as const;
}

function toActivity({ nextVisit, visitsDone, spent }: ActivityRow): CustomerReply['activity'] {
  return { nextVisit: nextVisit === null ? null : wireTime(nextVisit), visitsDone, spent };
}
