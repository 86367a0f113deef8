import type { z } from 'zod';
import { moneyEntries } from '#features/money/ledger/rules/ledger.ts';
import { recordLedger } from '#features/money/ledger/server/index.ts';
import { BAD_DEBT, receivableOf } from '#features/money/payments/rules/accounts.ts';
import { postPayment } from '#features/money/payments/server/index.ts';
import { keepAccountOpen } from '#features/people/customers/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Change } from '#platform/server/changes.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { InvoiceReply, recordInvoicePayment as payCall } from '../contract.ts';
import { openOf } from '../rules/invoice.ts';
import { referenceOf } from '../rules/reference.ts';
import { lockAccount, settleAccount } from './account.ts';
import { readInvoiceReply } from './list-invoices.ts';

/** Records money received for an invoice, in part, in full or more. */
export function recordInvoicePayment(
  ctx: Context,
  invoiceID: string,
  { amount, method, details }: z.output<typeof payCall.body>,
): Promise<InvoiceReply | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceID);
    if (invoice === null || !(await keepAccountOpen(tx, invoice.customerID))) return refuse('not_found');
    const { customerID, number } = invoice;
    const transactionID = await postPayment(tx, {
      type: 'invoice-payment',
      method,
      customerID,
      total: amount,
      details: [`Invoice ${number}`, details].filter((part) => part !== '').join(': '),
      income: receivableOf(customerID),
      allocations: [],
    });
    await tx.db.insertInto('invoice_payment').values({ transactionID, invoiceID }).execute();
    await settleAccount(tx, customerID);
    return saveIdempotentReply(tx, await readInvoiceReply(tx, invoiceID));
  });
}

/** Writes off what is open of an invoice. */
export function writeOffInvoice(
  ctx: Context,
  invoiceID: string,
  reason: string,
): Promise<InvoiceReply | Refusal<'not_found' | 'not_open' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceID);
    if (invoice === null) return refuse('not_found');
    const amount = openOf(invoice);
    if (amount <= 0 || invoice.writtenOff > 0) return refuse('not_open');
    await recordLedger(tx, {
      kind: 'invoice-written-off',
      ref: { kind: 'invoice', id: invoiceID },
      idempotencyKey: `invoice-written-off:${invoiceID}`,
      entries: moneyEntries({ from: receivableOf(invoice.customerID), to: BAD_DEBT, amount }),
    });
    await tx.db
      .updateTable('invoice')
      .set({
        writtenOff: amount,
        writtenOffAt: tx.clock.now().toString(),
        writtenOffBy: idOf(tx.actor),
        writeOffReason: reason,
      })
      .where('id', '=', invoiceID)
      .execute();
    await audit(tx, {
      action: 'invoice.written-off',
      subject: { kind: 'invoice', id: invoiceID },
      after: { invoice: referenceOf(invoice.number), cents: amount },
      reason,
    });
    return saveIdempotentReply(tx, await readInvoiceReply(tx, invoiceID));
  });
}

/** The invoice, with its customer's account locked. */
async function lockInvoice(tx: Tx, id: string) {
  const seen = await tx.db.selectFrom('invoice').select('customerID').where('id', '=', id).executeTakeFirst();
  if (seen === undefined) return null;
  await lockAccount(tx, seen.customerID);
  return tx.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** A visit on an invoice was credited, or money for an invoice returned: settles the account in the same transaction. */
export async function followRefunds(tx: Tx, { action, subject }: Change): Promise<void> {
  if (action !== 'transaction.refund-recorded' || subject.id === null) return;
  const refund = await tx.db
    .selectFrom('money_transaction as back')
    .innerJoin('money_transaction as paid', 'paid.id', 'back.refundOf')
    .select(['paid.customerID', 'paid.method', 'paid.type'])
    .where('back.id', '=', subject.id)
    .executeTakeFirst();
  if (refund?.method === 'invoice' || refund?.type === 'invoice-payment')
    await settleAccount(tx, refund.customerID);
}
