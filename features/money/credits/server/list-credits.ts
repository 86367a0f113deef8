import { sql } from 'kysely';
import type { z } from 'zod';
import { isDisputed } from '#features/money/payments/server/index.ts';
import { CUSTOMER_BY_NAME, customerOf } from '#features/people/customers/server/index.ts';
import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { ownIDFor } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { belongsTo, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { CreditLot, listCredits as call, totalCredits as totalCreditsCall } from '../contract.ts';
import { seeCredits } from '../rules/policy.ts';

type ListQuery = z.output<typeof call.query>;
type Item = z.output<typeof call.reply>['items'][number];

/** Lots with their holders, newest first; customers see their own. */
export function listCredits(ctx: Context, query: ListQuery): ListOutcome {
  return listOf(ctx, query, {
    name: 'credits',
    rows: ctx.db
      .selectFrom('credit_lot as lot')
      .innerJoin('customer', 'customer.id', 'lot.customerID')
      .selectAll('lot')
      .select([
        'customer.firstname',
        'customer.lastname',
        'customer.displayName',
        isDisputed('lot.transactionID').as('isDisputed'),
      ]),
    found: filteredLots(ctx, query),
    sort: {
      purchasedAt: ['lot.purchasedAt'],
      createdAt: ['lot.purchasedAt'],
      expiresAt: [sql`coalesce(lot.expires_at, 'infinity'::timestamptz)`],
      perHour: ['lot.perHour', 'lot.purchasedAt'],
      numCredits: ['lot.remaining'],
      customer: [...CUSTOMER_BY_NAME, 'lot.purchasedAt'],
    },
    sortJoins: { customer: (found) => found.innerJoin('customer', 'customer.id', 'lot.customerID') },
    defaultOrder: 'desc',
    key: 'lot.id',
    toItem: (row): Item => ({
      id: row.id,
      perHour: row.perHour,
      numCredits: row.remaining,
      granted: row.granted,
      purchasedAt: wireTime(row.purchasedAt),
      expiresAt: wireTimeOrNull(row.expiresAt),
      source: row.source as CreditLot['source'],
      isDisputed: row.isDisputed,
      customer: { id: row.customerID, fullname: fullnameOf(row) },
    }),
    csv: CSV,
  });
}

/** The lots that a list shows. */
function filteredLots(ctx: Context, query: z.output<typeof totalCreditsCall.query>) {
  const own = ownIDFor(ctx.actor, seeCredits);
  let rows = ctx.db.selectFrom('credit_lot as lot');
  if (own !== null) rows = rows.where('lot.customerID', '=', own);
  if (query.customerID !== undefined) rows = rows.where('lot.customerID', '=', query.customerID);
  if (query.perHour !== undefined) rows = rows.where('lot.perHour', '=', query.perHour);
  if (query.empty === '0') rows = rows.where('lot.remaining', '>', 0);
  if (query.q === undefined || query.q === '') return rows;
  const holder = customerOf('lot.customerID');
  return rows.where(belongsTo(holder, matchesWords(query.q, holder.columns)));
}

const CSV: readonly CsvColumn<Item>[] = [
  { heading: 'Customer', value: (item) => item.customer.fullname },
  { heading: 'Tier (S$ per hour)', value: (item) => item.perHour },
  { heading: 'Hours left', value: (item) => item.numCredits },
  { heading: 'Hours at first', value: (item) => item.granted },
  { heading: 'Source', value: (item) => item.source },
  { heading: 'Since', value: (item) => csvTime(item.purchasedAt) },
  { heading: 'Expires', value: (item) => csvTime(item.expiresAt) },
];

/** The hours left in the filtered lots, and their worth in cents. */
export function totalCredits(ctx: Context, query: z.output<typeof totalCreditsCall.query>) {
  return filteredLots(ctx, query)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(lot.remaining), 0)`.as('hours'),
      sql<number>`coalesce(sum(lot.remaining * lot.per_hour * 100), 0)`.as('value'),
    ])
    .executeTakeFirstOrThrow();
}
