import { sql } from 'kysely';
import type { z } from 'zod';
import { receiptLook } from '#features/booking/receipts/server/index.ts';
import { readBusiness, readSettings } from '#features/catalogue/settings/server/index.ts';
import { postPayment } from '#features/money/payments/server/index.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import {
  endCharges,
  endHold,
  findJobs,
  findUnbilled,
  incomeOf,
  type JobRow,
  lockJobs,
  type Unbilled,
} from '#features/work/jobs/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { GST_PERCENT } from '#platform/kernel/business.ts';
import { dayBounds, dayOf, readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { eachAlone } from '#platform/server/recover-each.ts';
import type {
  issueInvoice as call,
  DraftReply,
  listDrafts as draftsCall,
  InvoiceReply,
} from '../contract.ts';
import { dueDay } from '../rules/invoice.ts';
import { invoiceOf } from '../rules/printed-invoice.ts';
import { settleAccount } from './account.ts';
import { type Billing, findBilling } from './billing.ts';
import { readInvoiceReply } from './list-invoices.ts';
import { mailInvoice } from './send-invoice.ts';

/** What could be invoiced now, by customer, those who have waited longest first. */
export async function listDrafts(
  ctx: Context,
  { until, customerID }: z.output<typeof draftsCall.query>,
): Promise<z.output<typeof draftsCall.reply>> {
  const day = until === undefined ? today(ctx) : Temporal.PlainDate.from(until);
  const found = await findUnbilled(ctx, { before: endOf(ctx, day), customerID });
  const jobs = new Map(
    (await findJobs(ctx, [...new Set(found.map(({ jobID }) => jobID))])).map((job) => [job.id, job]),
  );
  const items: DraftReply[] = [];
  for (const [id, lines] of Map.groupBy(found, (line) => line.customerID)) {
    const customer = await getCustomer(ctx, id);
    const billing = await findBilling(ctx, id);
    if (customer === null || billing === undefined) continue;
    items.push({
      customer: { id, fullname: fullnameOf(customer) },
      billTo: billing.billTo,
      collect: billing.collect,
      total: totalOf(lines),
      lines: lines.flatMap(({ jobID, kind, name, cents }) => {
        const job = jobs.get(jobID);
        if (job === undefined) return [];
        return [
          {
            jobID,
            number: job.number,
            startTime: wireTime(job.startsAt),
            label: job.label,
            kind,
            name,
            cents,
          },
        ];
      }),
    });
  }
  return { until: String(day), items };
}

function totalOf(lines: readonly Unbilled[]) {
  return lines.reduce((sum, { cents }) => sum + cents, 0);
}

function today({ clock, config }: Context): Temporal.PlainDate {
  return dayOf(clock.now(), config.BUSINESS_TZ);
}

function endOf({ config }: Context, day: Temporal.PlainDate): Temporal.Instant {
  return dayBounds(day, config.BUSINESS_TZ).end;
}

type NotIssued = Refusal<
  'not_found' | 'nothing_to_bill' | 'draft_changed' | 'not_by_invoice' | 'unavailable'
>;

/** Issues the invoice of a draft whose total the office has seen. */
export function issueInvoice(
  ctx: Context,
  { customerID, until, total, send }: z.output<typeof call.body>,
): Promise<InvoiceReply | NotIssued> {
  return inTransaction(ctx, async (tx) => {
    const before = endOf(tx, Temporal.PlainDate.from(until));
    const jobIDs = (await findUnbilled(tx, { before, customerID })).map(({ jobID }) => jobID);
    const id = await issue(tx, { customerID, before, jobIDs, total });
    if (isRefusal(id)) return id;
    if (send) await mailInvoice(tx, id, null);
    return saveIdempotentReply(tx, await readInvoiceReply(tx, id));
  });
}

interface Order {
  readonly customerID: string;
  readonly before: Temporal.Instant;
  readonly jobIDs: readonly string[];
  /** As the office has seen it; null: any. */
  readonly total: number | null;
}

/** Everything about an issued invoice is in this one transaction: number, postings, paid visits. */
async function issue(tx: Tx, { customerID, before, jobIDs, total }: Order): Promise<string | NotIssued> {
  if ((await getCustomer(tx, customerID)) === null) return refuse('not_found');
  const billing = await findBilling(tx, customerID);
  if (billing === undefined) return refuse('not_by_invoice');
  if (jobIDs.length === 0) return refuse('nothing_to_bill');
  await lockJobs(tx, jobIDs);
  // Read again under the locks: they may have been paid, cancelled or invoiced meanwhile.
  const locked = new Set(jobIDs);
  const lines = (await findUnbilled(tx, { before, customerID })).filter(({ jobID }) => locked.has(jobID));
  if (lines.length === 0) return refuse('nothing_to_bill');
  if (total !== null && totalOf(lines) !== total) return refuse('draft_changed');
  const jobs = new Map(
    (
      await findJobs(
        tx,
        lines.map(({ jobID }) => jobID),
      )
    ).map((job) => [job.id, job]),
  );
  const billed = lines.map((line) => ({ ...line, job: jobs.get(line.jobID) as JobRow }));
  const id = tx.newID();
  const number = await nextNumber(tx);
  const payments = await postLines(tx, billed, number);
  await insertInvoice(tx, { id, number, billing }, billed);
  await tx.db
    .insertInto('invoice_line')
    .values(payments.map((payment) => ({ ...payment, invoiceID: id })))
    .execute();
  await audit(tx, {
    action: 'invoice.issued',
    subject: { kind: 'invoice', id },
    after: { number, customerID, total: totalOf(lines), visits: lines.length },
  });
  await settleAccount(tx, customerID);
  return id;
}

interface Billed extends Unbilled {
  readonly job: JobRow;
}

/** The next number: the next invoice waits until this one has committed, and a number that rolls back is used again. */
async function nextNumber(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('invoice-number', 0))`.execute(tx.db);
  const { last } = await tx.db
    .selectFrom('invoice')
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Posts a payment on credit for each line, and pays the visits with it. */
async function postLines(tx: Tx, lines: readonly Billed[], number: number) {
  const posted: { readonly transactionID: string; readonly jobID: string; readonly name: string }[] = [];
  for (const { job, jobID, name, chargeIDs, cents } of lines) {
    const transactionID = await postPayment(tx, {
      type: 'job',
      method: 'invoice',
      customerID: job.customerID,
      total: cents,
      jobID,
      packageID: job.packageID,
      details: `Invoice ${number}: ${name === '' ? job.label : `${name}, ${job.label}`}`,
      income: incomeOf(job),
      allocations: [{ jobID, cents }],
    });
    posted.push({ transactionID, jobID, name });
    if (chargeIDs.length > 0) await endCharges(tx, chargeIDs, { endedAs: 'paid', transactionID });
  }
  const visits = lines.filter(({ kind }) => kind === 'visit').map(({ job }) => job);
  if (visits.length > 0) await endHold(tx, visits, 'paid', { fields: { paidAt: tx.clock.now().toString() } });
  return posted;
}

interface NewInvoice {
  readonly id: string;
  readonly number: number;
  readonly billing: Billing;
}

async function insertInvoice(
  tx: Tx,
  { id, number, billing }: NewInvoice,
  lines: readonly Billed[],
): Promise<void> {
  const zone = tx.config.BUSINESS_TZ;
  const issuedOn = today(tx);
  const dueOn = dueDay(issuedOn, billing.termsDays);
  const { payNowTo, bankDetails } = await readSettings(tx, ['payNowTo', 'bankDetails']);
  const look = await receiptLook(tx);
  const content = invoiceOf({
    number,
    business: await readBusiness(tx),
    to: billing,
    issuedOn,
    dueOn,
    visits: lines.map(({ job, kind, name, cents }) => ({
      kind,
      name,
      cents,
      start: readDatabaseTime(job.startsAt).toZonedDateTimeISO(zone).toPlainDateTime(),
      label: [job.label, job.addressLine1].filter((part) => part !== '').join(', '),
      price: job.price,
    })),
    gstPercent: GST_PERCENT,
    payNowTo,
    bankDetails,
  });
  await tx.db
    .insertInto('invoice')
    .values({
      id,
      number,
      customerID: billing.customerID,
      issuedOn: String(issuedOn),
      dueOn: String(dueOn),
      total: totalOf(lines),
      content: JSON.stringify({ ...content, ...(look && { look }) }),
      issuedBy: idOf(tx.actor),
      issuedAt: tx.clock.now().toString(),
    })
    .execute();
}

/** Customers of one run; the next run takes the others. */
const MAX_INVOICES = 200;

/** Cron job: issues and sends the invoices of customers who get one for each visit. */
export async function issueVisitInvoices(ctx: Context): Promise<void> {
  const before = ctx.clock.now();
  const due = await findUnbilled(ctx, { before });
  const wanted = new Set(
    (
      await ctx.db
        .selectFrom('customer_billing')
        .select('customerID')
        .where('collect', '=', 'visit')
        .execute()
    ).map(({ customerID }) => customerID),
  );
  await eachAlone(due.filter((line) => wanted.has(line.customerID)).slice(0, MAX_INVOICES), {
    async act({ jobID, customerID }) {
      const issued = await inTransaction(ctx, async (tx) => {
        const id = await issue(tx, { customerID, before, jobIDs: [jobID], total: null });
        if (!isRefusal(id)) await mailInvoice(tx, id, null);
        return id;
      });
      if (isRefusal(issued)) ctx.log.warn({ jobID, refusal: issued.refusal }, 'visit was not invoiced');
    },
    report: (err, { jobID }) => ctx.log.error({ err, jobID, wake: true }, 'visit could not be invoiced'),
  });
}
