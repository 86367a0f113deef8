import { sql } from 'kysely';
import type { z } from 'zod';
import { readBusiness } from '#features/catalogue/settings/server/index.ts';
import { CUSTOMER_BY_NAME, customerOf } from '#features/people/customers/server/index.ts';
import { GST_PERCENT, isTaxed } from '#platform/kernel/business.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';
import type { Context } from '#platform/server/context.ts';
import { padded } from '#platform/server/database/padded.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWordsOrOwner, onDays } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type {
  listTransactions as call,
  TransactionReply,
  TransactionTotals,
  totalTransactions as totalTransactionsCall,
} from '../contract.ts';
import { gstOf } from '../rules/refund-gst.ts';
import { METHODS, type PaymentMethod, WITHOUT_MONEY } from '../rules/transaction.ts';
import { isVisible, refundsBefore, selectTransactions, toTransactionReply } from './transaction-record.ts';

type ListQuery = z.output<typeof call.query>;

/** Transactions, newest first; customers see their own. */
export async function listTransactions(ctx: Context, query: ListQuery): Promise<ListOutcome> {
  const isFile = query.download === '1';
  return listOf(ctx, query, {
    name: 'transactions',
    rows: selectTransactions(ctx).select([
      refundsBefore('paid').as('refundsBefore'),
      taxedFrom.as('taxedFrom'),
    ]),
    found: filteredTransactions(ctx, query),
    sort: {
      createdAt: ['paid.createdAt'],
      total: ['paid.total'],
      type: ['paid.type', 'paid.createdAt'],
      method: ['paid.method', 'paid.createdAt'],
      receiptNo: ['paid.receiptNo'],
      details: [sql`left(paid.details, 100)`],
      customer: [...CUSTOMER_BY_NAME, 'paid.createdAt'],
    },
    sortJoins: { customer: (found) => found.innerJoin('customer', 'customer.id', 'paid.customerID') },
    defaultOrder: 'desc',
    key: 'paid.id',
    toItem: (row): TransactionLine => {
      const { refundsBefore: before, taxedFrom: at } = row;
      return { ...toTransactionReply(row), ...(isFile && { refundsBefore: before, taxedFrom: at }) };
    },
    ...(isFile && { csv: await csvColumns(ctx) }),
  });
}

/** In a file: what its GST follows from. */
type TransactionLine = TransactionReply & { readonly refundsBefore?: Cents; readonly taxedFrom?: string };

/** A refund follows the day of its payment. */
const taxedFrom = sql<string>`coalesce((
  select payment.created_at from money_transaction as payment where payment.id = paid.refund_of), paid.created_at)::text`;

type Filters = z.output<typeof totalTransactionsCall.query>;

/** The transactions that a list shows. */
function filteredTransactions(ctx: Context, query: Filters) {
  let rows = ctx.db
    .selectFrom('money_transaction as paid')
    .where(isVisible(ctx))
    .where(matchesTrashFilter(ctx, query, 'paid.trashedAt'))
    .where(onDays(ctx, query, 'paid.createdAt'))
    .where(matchesWordsOrOwner(query.q, ['paid.details'], customerOf('paid.customerID')));
  if (query.customerID !== undefined) rows = rows.where('paid.customerID', '=', query.customerID);
  if (query.refundOf !== undefined) rows = rows.where('paid.refundOf', '=', query.refundOf);
  const { jobID } = query;
  if (jobID !== undefined) {
    rows = rows.where('paid.id', 'in', (of) =>
      of.selectFrom('payment_allocation').select('transactionID').where('jobID', '=', jobID),
    );
  }
  if (query.type !== undefined) rows = rows.where('paid.type', '=', query.type);
  if (query.method === 'money') rows = rows.where('paid.method', 'not in', [...WITHOUT_MONEY]);
  else if (query.method !== undefined) rows = rows.where('paid.method', '=', query.method);
  return rows;
}

/** The columns of the file. GST is in each amount from the day of registration on, as on receipts. */
async function csvColumns(ctx: Context): Promise<readonly CsvColumn<TransactionLine>[]> {
  const { gst } = await readBusiness(ctx);
  const gstIn = ({ total, refundsBefore: before = 0, taxedFrom: at = '' }: TransactionLine) => {
    const day = dayOf(readDatabaseTime(at), ctx.config.BUSINESS_TZ);
    return isTaxed(gst, day) ? gstOf({ total, refundsBefore: before }, GST_PERCENT) : 0;
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
    { heading: 'Before GST (S$)', value: (item) => dollars(item.total - gstIn(item)) },
    { heading: 'GST (S$)', value: (item) => dollars(gstIn(item)) },
    { heading: 'Total (S$)', value: (item) => dollars(item.total) },
    { heading: 'Details', value: (item) => item.details },
  ];
}

/** What the filtered transactions add up to, by method in the order of METHODS and in all. */
export async function totalTransactions(
  ctx: Context,
  query: z.output<typeof totalTransactionsCall.query>,
): Promise<TransactionTotals> {
  const rows = await filteredTransactions(ctx, query)
    .select([
      'paid.method',
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(paid.total) filter (where paid.type <> 'refund'), 0)`.as('taken'),
      sql<number>`coalesce(-sum(paid.total) filter (where paid.type = 'refund'), 0)`.as('refunded'),
    ])
    .groupBy('paid.method')
    .execute();
  const byMethod = rows
    .map(({ method, count, taken, refunded }) => ({
      method: method as PaymentMethod,
      count,
      taken,
      refunded,
      net: taken - refunded,
    }))
    .sort((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method));
  const sumOf = (figure: 'count' | 'taken' | 'refunded' | 'net') =>
    byMethod.reduce(
      // What is on an invoice was not taken yet; what is taken for it counts.
      (sum, part) => sum + (figure !== 'count' && part.method === 'invoice' ? 0 : part[figure]),
      0,
    );
  return {
    count: sumOf('count'),
    taken: sumOf('taken'),
    refunded: sumOf('refunded'),
    net: sumOf('net'),
    byMethod,
  };
}

/** Money taken in this time, less refunds. Payments with hours of credit were taken when the hours were bought. */
export async function sumTaken(
  { db }: Context,
  { from, until }: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
): Promise<Cents> {
  const { cents } = await db
    .selectFrom('money_transaction')
    .select(sql<Cents>`coalesce(sum(total), 0)::int`.as('cents'))
    .where('createdAt', '>=', from.toString())
    .where('createdAt', '<', until.toString())
    .where('method', 'not in', [...WITHOUT_MONEY])
    .where('trashedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return cents;
}

/** What has not been refunded of a payment for a job. */
export interface PaidForJob {
  readonly transactionID: string;
  readonly cents: Cents;
  readonly method: PaymentMethod;
}

/**
 * The payments, by card or by hand, that a job can be refunded from, newest first. Unwanted payments are left
 * out, because the office resolves them by their alarms; so are payments that a bank has returned to the
 * cardholder.
 */
export async function paidForJob(ctx: Context, jobID: string): Promise<readonly PaidForJob[]> {
  return (await paidForJobs(ctx, [jobID])).get(jobID) ?? [];
}

/** The same for several jobs, by job; those that cannot be refunded are omitted. */
export async function paidForJobs(
  { db }: Context,
  jobIDs: readonly string[],
): Promise<ReadonlyMap<string, readonly PaidForJob[]>> {
  if (jobIDs.length === 0) return new Map();
  const payments = await db
    .selectFrom('payment_allocation as part')
    .innerJoin('money_transaction as moved', 'moved.id', 'part.transactionID')
    .innerJoin('money_transaction as paid', (join) =>
      join.on('paid.id', '=', sql`coalesce(moved.refund_of, moved.id)`),
    )
    .select([
      'part.jobID',
      'paid.id as transactionID',
      'paid.method',
      sql<Cents>`sum(part.cents)`.as('cents'),
    ])
    .where('part.jobID', 'in', padded(jobIDs))
    .where('paid.type', 'in', ['job', 'manual'])
    .where('paid.method', 'in', ['card', 'cash', 'paynow', 'bank', 'invoice'])
    .where(sql<boolean>`not exists (
      select from payment_alarm as alarm
      where alarm.transaction_id = paid.id and alarm.kind = 'unwanted_payment'
        and alarm.jobs @> jsonb_build_array(jsonb_build_object('jobID', part.job_id::text)))`)
    .where(sql<boolean>`not exists (
      select from payment_dispute as dispute
      join payment_attempt as attempt on attempt.stripe_pi_id = dispute.payment_intent_id
      where attempt.id = paid.attempt_id and dispute.outcome = 'lost')`)
    .groupBy(['part.jobID', 'paid.id', 'paid.method', 'paid.createdAt'])
    .having(sql<boolean>`sum(part.cents) > 0`)
    .orderBy('paid.createdAt', 'desc')
    .orderBy('paid.id', 'desc')
    .execute();
  return Map.groupBy(
    payments.map((row) => ({ ...row, cents: Number(row.cents), method: row.method as PaymentMethod })),
    ({ jobID }) => jobID ?? '',
  );
}

/** The subset of jobs that were paid by cash, PayNow or bank transfer: they are refunded by hand. */
export async function findPaidByHand(
  { db }: Context,
  jobIDs: readonly string[],
): Promise<ReadonlySet<string>> {
  if (jobIDs.length === 0) return new Set();
  const parts = await db
    .selectFrom('payment_allocation as part')
    .innerJoin('money_transaction as paid', 'paid.id', 'part.transactionID')
    .select('part.jobID')
    .where('part.jobID', 'in', [...jobIDs])
    .where('part.cents', '>', 0)
    .where('paid.type', '=', 'manual')
    .execute();
  return new Set(parts.map((part) => part.jobID));
}
