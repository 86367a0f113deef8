import { sql } from 'kysely';
import type { z } from 'zod';
import { readBusiness } from '#features/catalogue/settings/server/index.ts';
import { CUSTOMER_BY_NAME, customerOf } from '#features/people/customers/server/index.ts';
import { GST_PERCENT, isTaxed } from '#platform/kernel/business.ts';
import { dollars, gstInside } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWordsOrOwner, onDays } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type { listTransactions as call, TransactionReply, totalTransactions } from '../contract.ts';
import { isVisible, selectTransactions, toTransactionReply } from './transaction-record.ts';

type ListQuery = z.output<typeof call.query>;

/** Transactions, newest first; customers see their own. */
export async function listTransactions(ctx: Context, query: ListQuery): Promise<ListOutcome> {
  return listOf(ctx, query, {
    name: 'transactions',
    rows: selectTransactions(ctx),
    found: filteredTransactions(ctx, query),
    sort: {
      createdAt: ['paid.created_at'],
      total: ['paid.total'],
      type: ['paid.type', 'paid.created_at'],
      method: ['paid.method', 'paid.created_at'],
      receiptNo: ['paid.receipt_no'],
      details: [sql`left(paid.details, 100)`],
      customer: [...CUSTOMER_BY_NAME, 'paid.created_at'],
    },
    sortJoins: { customer: (found) => found.innerJoin('customer', 'customer.id', 'paid.customer_id') },
    defaultOrder: 'desc',
    key: 'paid.id',
    toItem: toTransactionReply,
    ...(query.download === '1' && { csv: await csvColumns(ctx) }),
  });
}

type Filters = z.output<typeof totalTransactions.query>;

/** The transactions that a list shows. */
export function filteredTransactions(ctx: Context, query: Filters) {
  let rows = ctx.db
    .selectFrom('money_transaction as paid')
    .where(isVisible(ctx))
    .where(matchesTrashFilter(ctx, query, 'paid.trashed_at'))
    .where(onDays(ctx, query, 'paid.created_at'))
    .where(matchesWordsOrOwner(query.q, ['paid.details'], customerOf('paid.customer_id')));
  if (query.customerID !== undefined) rows = rows.where('paid.customer_id', '=', query.customerID);
  if (query.refundOf !== undefined) rows = rows.where('paid.refund_of', '=', query.refundOf);
  const { jobID } = query;
  if (jobID !== undefined) {
    rows = rows.where('paid.id', 'in', (of) =>
      of.selectFrom('payment_allocation').select('transaction_id').where('job_id', '=', jobID),
    );
  }
  if (query.type !== undefined) rows = rows.where('paid.type', '=', query.type);
  if (query.method === 'money') rows = rows.where('paid.method', '<>', 'credits');
  else if (query.method !== undefined) rows = rows.where('paid.method', '=', query.method);
  return rows;
}

/** The columns of the file. GST is in each amount from the day of registration on. */
async function csvColumns(ctx: Context): Promise<readonly CsvColumn<TransactionReply>[]> {
  const { gst } = await readBusiness(ctx);
  const gstOf = ({ total, createdAt }: TransactionReply) => {
    const day = Temporal.PlainDate.from(createdAt.slice(0, 10));
    return isTaxed(gst, day) ? gstInside(total, GST_PERCENT) : 0;
  };
  return [
    { heading: 'Id', value: (item) => item.id },
    { heading: 'Receipt', value: (item) => item.receiptNo },
    { heading: 'Date', value: (item) => csvTime(item.createdAt) },
    { heading: 'Customer', value: (item) => item.customer.fullname },
    { heading: 'Customer id', value: (item) => item.customer.id },
    { heading: 'Job', value: (item) => item.allocations.map(({ number }) => number).join(', ') },
    { heading: 'Type', value: (item) => item.type },
    { heading: 'Refund of receipt', value: (item) => item.refundOfReceiptNo },
    { heading: 'Method', value: (item) => item.method },
    { heading: 'Card', value: ({ card }) => card && `${card.brand} ${card.last4}`.trim() },
    { heading: 'Before GST (S$)', value: (item) => dollars(item.total - gstOf(item)) },
    { heading: 'GST (S$)', value: (item) => dollars(gstOf(item)) },
    { heading: 'Total (S$)', value: (item) => dollars(item.total) },
    { heading: 'Details', value: (item) => item.details },
  ];
}
