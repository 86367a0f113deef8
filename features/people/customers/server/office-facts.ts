import { sql } from 'kysely';
import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';

/** More cards do not expire in a month, even in a large company. */
const MAX_CARDS = 5000;

/** Stored cards whose last month is this one or the one before: the customer's name, mobile and the card. */
export async function findExpiringCards({ db }: Context, month: Temporal.PlainYearMonth) {
  const before = month.subtract({ months: 1 });
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'firstname', 'lastname', 'display_name as displayName', 'mobile'])
    .select(['card_last4 as last4', 'card_expiry_year as year', 'card_expiry_month as month'])
    .where(({ eb, or, and }) =>
      or(
        [month, before].map((one) =>
          and([eb('card_expiry_year', '=', one.year), eb('card_expiry_month', '=', one.month)]),
        ),
      ),
    )
    .where('card_last4', 'is not', null)
    .where('trashed_at', 'is', null)
    .limit(MAX_CARDS)
    .execute();
  return rows.map(({ id, mobile, last4, year, month: monthOfYear, ...name }) => ({
    customer: { id, fullname: fullnameOf(name), mobile },
    last4: last4 ?? '',
    month: Temporal.PlainYearMonth.from({ year: year ?? 0, month: monthOfYear ?? 1 }),
  }));
}

/** Customers who have signed up since then: how many, and the latest. */
export async function findNewCustomers({ db }: Context, since: Temporal.Instant, limit: number) {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'firstname', 'lastname', 'display_name as displayName', 'created_at'])
    .select(sql<number>`(count(*) over ())::int`.as('count'))
    .where('created_at', '>=', since.toString())
    .where('trashed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map((row) => ({ id: row.id, fullname: fullnameOf(row), at: wireTime(row.created_at) })),
  };
}
