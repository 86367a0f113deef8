import { logoFile, readBusiness, readSettings } from '#features/catalogue/settings/server/index.ts';
import { findPaidPurchase } from '#features/money/credits/server/index.ts';
import type { TransactionReply } from '#features/money/payments/contract.ts';
import { findTransaction, refundsBefore } from '#features/money/payments/server/index.ts';
import { findPrimaryAddress, getCustomer } from '#features/people/customers/server/index.ts';
import { findChargesPaidBy, findJobs, type JobRow } from '#features/work/jobs/server/index.ts';
import type { FileReply } from '#platform/contract/file.ts';
import { GST_PERCENT } from '#platform/kernel/business.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { paletteOf } from '#platform/kernel/palette.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type PaidPack,
  type PaidVisit,
  type Receipt,
  type ReceiptFacts,
  type ReceiptLook,
  receiptOf,
} from '../rules/receipt.ts';

/** The receipt of a transaction, if the actor may see it. */
export async function readReceipt(ctx: Context, id: string): Promise<FileReply | Refusal<'not_found'>> {
  const transaction = await findTransaction(ctx, id);
  // What is on an invoice has no receipt: the invoice is the tax invoice.
  const isInvoiced = transaction?.method === 'invoice' && transaction.total >= 0;
  if (transaction === null || isInvoiced) return refuse('not_found');
  const receipt = await receiptFor(ctx, transaction);
  return { filename: `receipt-${transaction.receiptNo}.pdf`, bytes: await typeset(ctx, receipt) };
}

/** A receipt or an invoice as a PDF, with the logo that it was issued with. */
export async function typeset(ctx: Context, receipt: Receipt): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded on first use, so that processes without receipts do not pay for it.
  const { typesetReceipt } = await import('./typeset-receipt.ts');
  return typesetReceipt(receipt, await logoFile(ctx, receipt.look?.logo ?? ''));
}

/** The receipt as first issued: later changes of the data do not affect it. */
async function receiptFor(ctx: Context, paid: TransactionReply): Promise<Receipt> {
  const issued = await findIssued(ctx, paid.id);
  if (issued !== null) return issued;
  const look = await receiptLook(ctx);
  const receipt: Receipt = { ...receiptOf(await factsOf(ctx, paid)), ...(look && { look }) };
  return issueReceipt(ctx, { transactionID: paid.id, customerID: paid.customerID }, receipt);
}

/** Undefined for the default. */
export async function receiptLook(ctx: Context): Promise<ReceiptLook | undefined> {
  const said = await readSettings(ctx, ['brandColour', 'logo', 'logoOnReceipts']);
  const logo = said.logoOnReceipts ? said.logo : '';
  if (said.brandColour === '' && logo === '') return undefined;
  return { logo, rule: paletteOf(said.brandColour).scale[2] ?? '' };
}

async function factsOf(ctx: Context, paid: TransactionReply): Promise<ReceiptFacts> {
  const { customerID, type, method, total, details, receiptNo } = paid;
  const zone = ctx.config.BUSINESS_TZ;
  const jobs = await jobsOf(ctx, paid);
  const refunded = paid.refundOf === null ? null : await refundedPayment(ctx, paid.id);
  return {
    business: await readBusiness(ctx),
    type,
    method,
    total,
    details,
    receiptNo,
    day: dayOf(Temporal.Instant.from(paid.createdAt), zone),
    customer: { name: await printedName(ctx, paid), home: await homeOf(ctx, customerID, jobs[0]) },
    visits: visitsOf(paid, jobs, zone),
    charges: await findChargesPaidBy(ctx, paid.id),
    pack: type === 'credit-package' ? await packOf(ctx, customerID, paid.id) : null,
    refundOf: refunded,
    gstPercent: GST_PERCENT,
    isOnAccount: (refunded?.type ?? type) === 'invoice-payment',
  };
}

/** The name, followed by the e-mail address if no typeface has all of the name's letters. */
async function printedName(ctx: Context, { customerID, customer }: TransactionReply): Promise<string> {
  const { canWrite } = await import('./typeset-receipt.ts');
  if (await canWrite(customer.fullname)) return customer.fullname;
  const email = (await getCustomer(ctx, customerID))?.email ?? '';
  return email === '' ? customer.fullname : `${customer.fullname} (${email})`;
}

async function jobsOf(ctx: Context, { allocations }: TransactionReply): Promise<JobRow[]> {
  const ids = allocations.map(({ jobID }) => jobID);
  return ids.length === 0 ? [] : findJobs(ctx, ids);
}

function visitsOf({ allocations }: TransactionReply, jobs: readonly JobRow[], zone: string): PaidVisit[] {
  const cents = new Map(allocations.map((part) => [part.jobID, part.cents]));
  return jobs.map((job) => ({
    start: readDatabaseTime(job.startsAt).toZonedDateTimeISO(zone).toPlainDateTime(),
    label: job.label,
    price: job.price,
    cents: cents.get(job.id) ?? 0,
  }));
}

/** The address of the first visit as booked, otherwise the customer's primary address. */
async function homeOf(ctx: Context, customerID: string, job: JobRow | undefined): Promise<string[]> {
  if (job !== undefined) return homeLines(job, job.addressCountry, job.addressPostal);
  const home = await findPrimaryAddress(ctx, customerID);
  return home === null ? [] : homeLines(home, home.country, home.postal);
}

interface Street {
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly addressLine3: string;
}

function homeLines(street: Street, country: string, postal: string): string[] {
  const lines = [street.addressLine1, street.addressLine2, street.addressLine3].map((line) => line.trim());
  return [...lines, `${country || 'Singapore'} ${postal}`].filter((line) => line !== '');
}

async function packOf(ctx: Context, customerID: string, transactionID: string): Promise<PaidPack | null> {
  const purchase = await findPaidPurchase(ctx, { customerID, transactionID });
  if (purchase === null) return null;
  const { label, hours, perHour, promocode, price } = purchase;
  return { label, hours, perHour, promocode, subtotal: price.subtotal, discount: price.discount };
}

/** @param id of the refund */
async function refundedPayment(ctx: Context, id: string) {
  const origin = await ctx.db
    .selectFrom('money_transaction as back')
    .innerJoin('money_transaction as origin', 'origin.id', 'back.refundOf')
    .select(['origin.receiptNo', 'origin.createdAt', 'origin.type'])
    .select(refundsBefore('back').as('refundsBefore'))
    .where('back.id', '=', id)
    .executeTakeFirstOrThrow();
  const day = dayOf(readDatabaseTime(origin.createdAt), ctx.config.BUSINESS_TZ);
  const { receiptNo, type } = origin;
  return { receiptNo, day, type, refundsBefore: origin.refundsBefore };
}

interface IssuedFor {
  readonly transactionID: string;
  readonly customerID: string;
}

/** The stored receipt of a transaction; null until it is first requested. */
async function findIssued({ db }: Context, transactionID: string): Promise<Receipt | null> {
  const row = await db
    .selectFrom('issued_receipt')
    .select('content')
    .where('transactionID', '=', transactionID)
    .executeTakeFirst();
  return row === undefined ? null : (row.content as unknown as Receipt);
}

/** Stores a receipt as issued and returns the stored one: of two concurrent requests the first wins. */
async function issueReceipt(ctx: Context, of: IssuedFor, receipt: Receipt): Promise<Receipt> {
  await ctx.db
    .insertInto('issued_receipt')
    .values({
      transactionID: of.transactionID,
      customerID: of.customerID,
      content: JSON.stringify(receipt),
      issuedAt: ctx.clock.now().toString(),
    })
    .onConflict((conflict) => conflict.column('transactionID').doNothing())
    .execute();
  return (await findIssued(ctx, of.transactionID)) ?? receipt;
}
