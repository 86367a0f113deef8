import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { limitCostlyCall } from '#platform/server/limit-costly-calls.ts';
import * as calls from '../contract.ts';
import { changeBilling, readBilling } from './billing.ts';
import { issueInvoice, listDrafts } from './issue-invoice.ts';
import { listInvoices, readAgeing, readInvoice } from './list-invoices.ts';
import { recordInvoicePayment, writeOffInvoice } from './pay-invoice.ts';
import { readInvoicePdf, sendInvoice } from './send-invoice.ts';
import { readStatement } from './statement.ts';

/** As for receipts: typesetting blocks the main thread. */
const PDFS = { name: 'receipt', most: 30, per: Temporal.Duration.from({ minutes: 10 }) };

export function routes(api: Api): void {
  handle(api, calls.readBilling, ({ ctx, params }) => readBilling(ctx, params.id));
  handle(api, calls.changeBilling, ({ ctx, params, body }) => changeBilling(ctx, params.id, body));
  handle(api, calls.listDrafts, ({ ctx, query }) => listDrafts(ctx, query));
  handle(api, calls.readAgeing, ({ ctx }) => readAgeing(ctx));
  handle(api, calls.listInvoices, ({ ctx, query }) => listInvoices(ctx, query));
  handle(api, calls.readInvoice, ({ ctx, params }) => readInvoice(ctx, params.id));
  handle(
    api,
    calls.getInvoicePdf,
    async ({ ctx, params }) => (await limitCostlyCall(ctx, PDFS)) ?? readInvoicePdf(ctx, params.id),
  );
  handle(api, calls.issueInvoice, ({ ctx, body }) => issueInvoice(ctx, body));
  handle(api, calls.recordInvoicePayment, ({ ctx, params, body }) =>
    recordInvoicePayment(ctx, params.id, body),
  );
  handle(api, calls.sendInvoice, ({ ctx, params, body }) => sendInvoice(ctx, params.id, body));
  handle(api, calls.writeOffInvoice, ({ ctx, params, body }) => writeOffInvoice(ctx, params.id, body.reason));
  handle(api, calls.readStatement, ({ ctx, params, query }) => readStatement(ctx, params.id, query));
}
