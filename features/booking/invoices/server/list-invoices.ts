import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { readBusiness, readSettings } from '#features/catalogue/settings/server/index.ts';
import { lastDayOf, payNowCode } from '#features/money/payments/rules/paynow.ts';
import { CUSTOMER_BY_NAME, customerOf } from '#features/people/customers/server/index.ts';
import { dayOf, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { ownIDFor, reachOf } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { matchesWordsOrOwner } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type {
  readAgeing as ageingCall,
  listInvoices as call,
  InvoiceDetails,
  InvoiceReply,
} from '../contract.ts';
import { AGES, ageOf, openOf, stateOf } from '../rules/invoice.ts';
import { seeInvoice } from '../rules/policy.ts';
import type { PrintedInvoice } from '../rules/printed-invoice.ts';
import { referenceOf } from '../rules/reference.ts';
import { readAccounts } from './account.ts';

/** True for invoices that the actor may see: customers their own. */
function isVisible(ctx: Context): RawBuilder<SqlBool> {
  if (reachOf(ctx.actor, seeInvoice) === 'any') return sql<SqlBool>`true`;
  return sql<SqlBool>`invoice.customer_id = ${ownIDFor(ctx.actor, seeInvoice)}`;
}

function selectInvoices({ db }: Context) {
  return db
    .selectFrom('invoice')
    .innerJoin('customer', 'customer.id', 'invoice.customerID')
    .selectAll('invoice')
    .select(['customer.firstname', 'customer.lastname', 'customer.displayName']);
}

type InvoiceRow = Awaited<ReturnType<ReturnType<typeof selectInvoices>['execute']>>[number];

const open = sql<Cents>`(invoice.total - invoice.credited - invoice.paid - invoice.written_off)`;

type Query = z.output<typeof call.query>;

/** Invoices, newest first. */
export function listInvoices(ctx: Context, query: Query): ListOutcome {
  return listOf(ctx, query, {
    name: 'invoices',
    rows: selectInvoices(ctx),
    found: filtered(ctx, query),
    sort: {
      number: ['invoice.number'],
      createdAt: ['invoice.issuedAt', 'invoice.number'],
      dueOn: ['invoice.dueOn', 'invoice.number'],
      total: ['invoice.total', 'invoice.number'],
      open: [open, 'invoice.number'],
      customer: [...CUSTOMER_BY_NAME, 'invoice.number'],
    },
    sortJoins: { customer: (found) => found.innerJoin('customer', 'customer.id', 'invoice.customerID') },
    defaultOrder: 'desc',
    key: 'invoice.id',
    toItem: (row) => toReply(ctx, row),
    csv: CSV,
  });
}

function filtered(ctx: Context, { customerID, state, from_date, to_date, q }: Query) {
  const today = String(todayOf(ctx));
  let rows = ctx.db
    .selectFrom('invoice')
    .where(isVisible(ctx))
    .where(matchesWordsOrOwner(q, ["'INV' || invoice.number"], customerOf('invoice.customerID')));
  if (customerID !== undefined) rows = rows.where('invoice.customerID', '=', customerID);
  if (from_date !== undefined) rows = rows.where('invoice.issuedOn', '>=', from_date);
  if (to_date !== undefined) rows = rows.where('invoice.issuedOn', '<=', to_date);
  if (state === undefined) return rows;
  if (state === 'not-sent') return rows.where('invoice.sentAt', 'is', null).where(open, '>', 0);
  // stateOf, as SQL.
  if (state === 'open') return rows.where(open, '>', 0);
  if (state === 'overdue') return rows.where(open, '>', 0).where('invoice.dueOn', '<', today);
  if (state === 'issued' || state === 'part-paid') {
    const isPart = sql<SqlBool>`(invoice.paid > 0) = ${state === 'part-paid'}`;
    return rows.where(open, '>', 0).where('invoice.dueOn', '>=', today).where(isPart);
  }
  const closed = rows.where(open, '<=', 0);
  if (state === 'written-off') return closed.where('invoice.writtenOff', '>', 0);
  const isCredited = sql<SqlBool>`(invoice.credited = invoice.total) = ${state === 'credited'}`;
  return closed.where('invoice.writtenOff', '=', 0).where(isCredited);
}

function todayOf({ clock, config }: Context): Temporal.PlainDate {
  return dayOf(clock.now(), config.BUSINESS_TZ);
}

function toReply(ctx: Context, row: InvoiceRow): InvoiceReply {
  const { id, number, customerID, issuedOn, dueOn, total, credited, paid, writtenOff } = row;
  const printed = row.content as unknown as PrintedInvoice;
  const sums = { total, credited, paid, writtenOff };
  return {
    id,
    number,
    customerID,
    customer: { id: customerID, fullname: fullnameOf(row) },
    billTo: printed.to.name,
    poNumber: printed.poNumber,
    issuedOn,
    dueOn,
    state: stateOf({ ...sums, dueOn: Temporal.PlainDate.from(dueOn) }, todayOf(ctx)),
    ...sums,
    gst: printed.gst,
    open: Math.max(0, openOf(sums)),
    sentAt: wireTimeOrNull(row.sentAt),
    reminders: row.reminders,
    writeOffReason: row.writeOffReason,
  };
}

const CSV: readonly CsvColumn<InvoiceReply>[] = [
  { heading: 'Invoice', value: (item) => referenceOf(item.number) },
  { heading: 'Date', value: (item) => item.issuedOn },
  { heading: 'Due', value: (item) => item.dueOn },
  { heading: 'Customer', value: (item) => item.customer.fullname },
  { heading: 'Bill to', value: (item) => item.billTo },
  { heading: 'Purchase order', value: (item) => item.poNumber },
  { heading: 'State', value: (item) => item.state },
  { heading: 'Before GST (S$)', value: (item) => dollars(item.total - item.gst) },
  { heading: 'GST (S$)', value: (item) => dollars(item.gst) },
  { heading: 'Total (S$)', value: (item) => dollars(item.total) },
  { heading: 'Credit notes (S$)', value: (item) => dollars(item.credited) },
  { heading: 'Paid (S$)', value: (item) => dollars(item.paid) },
  { heading: 'Written off (S$)', value: (item) => dollars(item.writtenOff) },
  { heading: 'Open (S$)', value: (item) => dollars(item.open) },
];

/** The invoice that a person has just issued or changed. */
export async function readInvoiceReply(ctx: Context, id: string): Promise<InvoiceReply> {
  return toReply(ctx, await selectInvoices(ctx).where('invoice.id', '=', id).executeTakeFirstOrThrow());
}

/** The row of an invoice that the actor may see. */
export async function findVisibleInvoice(ctx: Context, id: string): Promise<InvoiceRow | null> {
  const row = await selectInvoices(ctx).where(isVisible(ctx)).where('invoice.id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function readInvoice(ctx: Context, id: string): Promise<InvoiceDetails | Refusal<'not_found'>> {
  const row = await findVisibleInvoice(ctx, id);
  if (row === null) return refuse('not_found');
  const reply = toReply(ctx, row);
  const billing = await ctx.db
    .selectFrom('customer_billing')
    .select('email')
    .where('customerID', '=', row.customerID)
    .executeTakeFirst();
  return {
    ...reply,
    email: billing?.email ?? '',
    lines: await linesOf(ctx, id),
    payments: await paymentsOf(ctx, id),
    payNow: await payNowOf(ctx, reply),
    bankDetails: (row.content as unknown as PrintedInvoice).bankDetails,
  };
}

async function linesOf({ db }: Context, invoiceID: string): Promise<InvoiceDetails['lines']> {
  const rows = await db
    .selectFrom('invoice_line as line')
    .innerJoin('money_transaction as billed', 'billed.id', 'line.transactionID')
    .innerJoin('job', 'job.id', 'line.jobID')
    .select([
      'line.jobID',
      'line.transactionID',
      'line.name',
      'job.number',
      'job.startsAt',
      'job.label',
      'billed.total as cents',
      sql<Cents>`(
        select coalesce(-sum(back.total), 0)::int from money_transaction as back
        where back.refund_of = billed.id)`.as('credited'),
    ])
    .where('line.invoiceID', '=', invoiceID)
    .orderBy('job.startsAt')
    .orderBy('job.id')
    .execute();
  return rows.map(({ startsAt, ...line }) => ({ ...line, startTime: wireTime(startsAt) }));
}

async function paymentsOf({ db }: Context, invoiceID: string): Promise<InvoiceDetails['payments']> {
  const rows = await db
    .selectFrom('invoice_payment as named')
    .innerJoin('money_transaction as paid', 'paid.id', 'named.transactionID')
    .select([
      'named.transactionID',
      'paid.receiptNo',
      'paid.method',
      'paid.total as cents',
      'paid.details',
      'paid.createdAt',
      sql<Cents>`(
        select coalesce(-sum(back.total), 0)::int from money_transaction as back
        where back.refund_of = paid.id)`.as('refunded'),
    ])
    .where('named.invoiceID', '=', invoiceID)
    .orderBy('paid.createdAt')
    .execute();
  return rows.map(({ createdAt, ...payment }) => ({ ...payment, createdAt: wireTime(createdAt) }));
}

/** For what is open now; the printed code is for the whole invoice. */
async function payNowOf(ctx: Context, invoice: InvoiceReply): Promise<InvoiceDetails['payNow']> {
  const { payNowTo: payee } = await readSettings(ctx, ['payNowTo']);
  if (payee === '' || invoice.open === 0) return null;
  const { name } = await readBusiness(ctx);
  const dueOn = Temporal.PlainDate.from(invoice.dueOn);
  const expires = lastDayOf({ holdEnds: null, dueOn, today: todayOf(ctx) });
  const paid = { amount: invoice.open, reference: referenceOf(invoice.number) };
  return { payee, ...paid, code: payNowCode({ payee, name, expires, ...paid }) };
}

/** What customers owe on invoices, by days overdue; those who owe most first. */
export async function readAgeing(ctx: Context): Promise<z.output<typeof ageingCall.reply>> {
  const today = todayOf(ctx);
  const accounts = await readAccounts(ctx);
  const rows = await selectInvoices(ctx).where(open, '>', 0).execute();
  const names = await ctx.db
    .selectFrom('customer')
    .select(['id', 'firstname', 'lastname', 'displayName'])
    .where(sql<SqlBool>`id = any(${[...accounts.keys()]}::uuid[])`)
    .execute();
  const byCustomer = Map.groupBy(rows, ({ customerID }) => customerID);
  const agesOf = (some: readonly InvoiceRow[]) => {
    const sums = Object.fromEntries(AGES.map((age) => [age, 0])) as Record<(typeof AGES)[number], Cents>;
    for (const row of some) sums[ageOf(Temporal.PlainDate.from(row.dueOn), today)] += openOf(row);
    return sums;
  };
  const items = names
    .map((customer) => ({
      customer: { id: customer.id, fullname: fullnameOf(customer) },
      ages: agesOf(byCustomer.get(customer.id) ?? []),
      ...(accounts.get(customer.id) ?? { open: 0, balance: 0 }),
    }))
    .sort(
      (one, other) => other.open - one.open || one.customer.fullname.localeCompare(other.customer.fullname),
    );
  const sumOf = (figure: 'open' | 'balance') => items.reduce((sum, item) => sum + item[figure], 0);
  return {
    today: String(today),
    totals: agesOf(rows),
    open: sumOf('open'),
    balance: sumOf('balance'),
    items,
  };
}
