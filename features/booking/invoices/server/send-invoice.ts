import type { z } from 'zod';
import { typeset } from '#features/booking/receipts/server/index.ts';
import {
  INVOICE_ISSUED,
  INVOICE_REMINDERS,
  type InvoiceMailData,
} from '#features/money/payments/texts/invoice-mails.ts';
import type { FileReply } from '#platform/contract/file.ts';
import { dayOf, readDatabaseTimeOrNull } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { sendKind } from '#platform/server/messages.ts';
import type { Attachment } from '#platform/server/providers/mail.ts';
import { eachAlone } from '#platform/server/recover-each.ts';
import type { sendInvoice as call, InvoiceReply } from '../contract.ts';
import { openOf, REMINDER_DAYS, reminderDue } from '../rules/invoice.ts';
import type { PrintedInvoice } from '../rules/printed-invoice.ts';
import { referenceOf } from '../rules/reference.ts';
import { lockAccount } from './account.ts';
import { findVisibleInvoice, readInvoiceReply } from './list-invoices.ts';

/** An invoice as it was issued, as a PDF. */
export async function readInvoicePdf(ctx: Context, id: string): Promise<FileReply | Refusal<'not_found'>> {
  const invoice = await findVisibleInvoice(ctx, id);
  return invoice === null ? refuse('not_found') : pdfOf(ctx, invoice);
}

async function pdfOf(ctx: Context, invoice: { readonly content: unknown; readonly number: number }) {
  const printed = invoice.content as PrintedInvoice;
  return {
    filename: `invoice-${referenceOf(invoice.number)}.pdf`,
    bytes: await typeset(ctx, printed),
  };
}

/** The PDF that goes with a mail about an invoice. */
export async function attachInvoice(ctx: Context, data: unknown): Promise<Attachment[]> {
  const { invoiceID } = data as InvoiceMailData;
  const invoice = await ctx.db
    .selectFrom('invoice')
    .select(['content', 'number'])
    .where('id', '=', invoiceID)
    .executeTakeFirst();
  if (invoice === undefined) return []; // the example of the message editor
  const { filename, bytes } = await pdfOf(ctx, invoice);
  return [{ filename, contentType: 'application/pdf', content: bytes }];
}

type NotSent = Refusal<'no_billing_email' | 'not_open'>;

/**
 * Queues the mail with an invoice, or with its reminder (from 1), to the address in the customer's billing details. A
 * customer without one is told of nothing.
 */
export async function mailInvoice(tx: Tx, id: string, reminder: number | null): Promise<undefined | NotSent> {
  const row = await tx.db
    .selectFrom('invoice')
    .innerJoin('customer_billing', 'customer_billing.customerID', 'invoice.customerID')
    .selectAll('invoice')
    .select('customer_billing.email')
    .where('invoice.id', '=', id)
    .executeTakeFirstOrThrow();
  if (row.email === '') return refuse('no_billing_email');
  const amount = openOf(row);
  if (reminder !== null && amount <= 0) return refuse('not_open');
  const kind = reminder === null ? INVOICE_ISSUED : INVOICE_REMINDERS[reminder - 1];
  if (kind === undefined) return refuse('not_open', { detail: 'All reminders have been sent.' });
  const now = tx.clock.now().toString();
  await sendKind(tx, kind, {
    to: { email: row.email },
    customerID: row.customerID,
    data: {
      invoiceID: id,
      billTo: (row.content as unknown as PrintedInvoice).to.name,
      reference: referenceOf(row.number),
      amount: Math.max(0, amount),
      due: row.dueOn,
    },
  });
  const sent = reminder === null ? { sentAt: now } : { reminders: reminder, remindedAt: now };
  await tx.db.updateTable('invoice').set(sent).where('id', '=', id).execute();
  await audit(tx, {
    action: reminder === null ? 'invoice.sent' : 'invoice.reminded',
    subject: { kind: 'invoice', id },
    after: { invoice: referenceOf(row.number), to: row.email, ...(reminder !== null && { reminder }) },
  });
}

/** The office sends an invoice, or its next reminder, now. */
export function sendInvoice(
  ctx: Context,
  id: string,
  { reminder }: z.output<typeof call.body>,
): Promise<InvoiceReply | NotSent | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const seen = await tx.db
      .selectFrom('invoice')
      .select('customerID')
      .where('id', '=', id)
      .executeTakeFirst();
    if (seen === undefined) return refuse('not_found');
    await lockAccount(tx, seen.customerID);
    const { reminders } = await readInvoiceReply(tx, id);
    const sent = await mailInvoice(tx, id, reminder ? Math.min(reminders + 1, REMINDER_DAYS.length) : null);
    if (isRefusal(sent)) return sent;
    return saveIdempotentReply(tx, await readInvoiceReply(tx, id));
  });
}

/** Reminders of one run; the next run sends the others. */
const MAX_REMINDERS = 200;
/** Reminders go out in business hours. */
const FROM_HOUR = 9;
const TO_HOUR = 18;

/** Cron job: sends the reminders of overdue invoices that are due. */
export async function sendReminders(ctx: Context): Promise<void> {
  const zone = ctx.config.BUSINESS_TZ;
  const { hour } = ctx.clock.now().toZonedDateTimeISO(zone);
  if (hour < FROM_HOUR || hour >= TO_HOUR) return;
  const today = dayOf(ctx.clock.now(), zone);
  const overdue = await ctx.db
    .selectFrom('invoice')
    .innerJoin('customer_billing', 'customer_billing.customerID', 'invoice.customerID')
    .select(['invoice.id', 'invoice.customerID'])
    .where('invoice.dueOn', '<', String(today))
    .where('invoice.reminders', '<', REMINDER_DAYS.length)
    .where('customer_billing.email', '<>', '')
    .where('invoice.sentAt', 'is not', null)
    .whereRef('invoice.total', '>', ({ eb }) => eb('credited', '+', eb('paid', '+', eb.ref('writtenOff'))))
    .orderBy('invoice.dueOn')
    .limit(MAX_REMINDERS)
    .execute();
  await eachAlone(overdue, {
    act: ({ id, customerID }) =>
      inTransaction(ctx, async (tx) => {
        await lockAccount(tx, customerID);
        const row = await tx.db
          .selectFrom('invoice')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const remindedAt = readDatabaseTimeOrNull(row.remindedAt);
        const sent = { count: row.reminders, lastOn: remindedAt && dayOf(remindedAt, zone) };
        const reminder = reminderDue(Temporal.PlainDate.from(row.dueOn), sent, today);
        if (reminder !== null) await mailInvoice(tx, id, reminder);
      }),
    report: (err, { id }) => ctx.log.error({ err, invoiceID: id, wake: true }, 'reminder could not be sent'),
  });
}
