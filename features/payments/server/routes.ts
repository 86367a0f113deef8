import type { Checked } from '#platform/contract/call.ts';
import { dayBounds, readDay } from '#platform/kernel/business-time.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { matchesWords, onTrashSide } from '#platform/server/lists/filters.ts';
import { listOf } from '#platform/server/lists/streamed-list.ts';
import * as calls from '../contract.ts';
import { createManual, setTransactionTrashed, updateTransaction } from './manual-transaction.ts';
import { receiveEvent } from './receive-event.ts';
import { findTransaction, selectTransactions, transactionOnTheWire } from './transactions.ts';

type ListQuery = Checked<typeof calls.listTransactions>['query'];

export function routes(api: Api): void {
  handle(api, calls.listTransactions, ({ ctx, query }) => transactionList(ctx, query));
  handle(
    api,
    calls.readTransaction,
    async ({ ctx, params }) => (await findTransaction(ctx, params.id)) ?? refuse('not_found'),
  );
  handle(api, calls.createTransaction, ({ ctx, body }) => createManual(ctx, body));
  handle(api, calls.updateTransaction, ({ ctx, params, body }) => updateTransaction(ctx, params.id, body));
  handle(api, calls.trashTransaction, ({ ctx, params }) => setTransactionTrashed(ctx, params.id, true));
  handle(api, calls.untrashTransaction, ({ ctx, params }) => setTransactionTrashed(ctx, params.id, false));
  handle(api, calls.readPaymentConfig, ({ ctx }) => ({
    publishableKey: ctx.providers.payments.publishableKey,
  }));
  handle(api, calls.receiveStripeEvent, ({ ctx, raw }) =>
    receiveEvent(ctx, raw.body, raw.header('stripe-signature') ?? ''),
  );
}

function transactionList(ctx: Context, query: ListQuery) {
  return listOf(query, {
    name: 'transactions',
    rows: filtered(ctx, query),
    sort: {
      createdAt: ['paid.created_at'],
      total: ['paid.total'],
      type: ['paid.type'],
      method: ['paid.method'],
      receiptNo: ['paid.receipt_no'],
      customer: ['customer.firstname', 'customer.lastname'],
    },
    defaultOrder: 'desc',
    tieBreak: 'paid.id',
    toItem: transactionOnTheWire,
    csv: [
      { heading: 'Receipt', value: (item) => item.receiptNo },
      { heading: 'Date', value: (item) => item.createdAt },
      { heading: 'Customer', value: (item) => item.customer.fullname },
      { heading: 'Type', value: (item) => item.type },
      { heading: 'Method', value: (item) => item.method },
      { heading: 'Total (S$)', value: (item) => (item.total / 100).toFixed(2) },
      { heading: 'Details', value: (item) => item.details },
    ],
  });
}

function filtered(ctx: Context, query: ListQuery) {
  let rows = selectTransactions(ctx)
    .where(onTrashSide(ctx, query, 'paid.trashed_at'))
    .where(matchesWords(query.q, ['paid.details', 'customer.firstname', 'customer.lastname']));
  if (query.customerID !== undefined) rows = rows.where('paid.customer_id', '=', query.customerID);
  if (query.jobID !== undefined) rows = rows.where('paid.job_id', '=', query.jobID);
  if (query.type !== undefined) rows = rows.where('paid.type', '=', query.type);
  if (query.method !== undefined) rows = rows.where('paid.method', '=', query.method);
  const zone = ctx.config.BUSINESS_TZ;
  const first = readDay(query.from_date ?? '');
  const last = readDay(query.to_date ?? '');
  if (first) rows = rows.where('paid.created_at', '>=', dayBounds(first, zone).start.toString());
  if (last) rows = rows.where('paid.created_at', '<', dayBounds(last, zone).end.toString());
  return rows;
}
