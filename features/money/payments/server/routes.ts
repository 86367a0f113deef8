import type { z } from 'zod';
import { isGstRegistered } from '#features/catalogue/settings/server/index.ts';
import { GST_PERCENT } from '#platform/kernel/business.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as adHoc from '../contract/ad-hoc.ts';
import * as calls from '../contract.ts';
import { REFUND_TARGETS } from '../rules/refund.ts';
import { MANUAL_METHODS } from '../rules/transaction.ts';
import { listAlarms, resolveAlarm } from './alarms.ts';
import { chargeStoredCard } from './charge-ad-hoc.ts';
import { listTransactions, totalTransactions } from './list-transactions.ts';
import {
  type ManualEntry,
  readAdHocStatistics,
  recordPayment,
  trashTransaction,
  untrashTransaction,
  updateTransaction,
} from './manual-transaction.ts';
import { receiveEvent } from './receive-event.ts';
import { refundTransaction } from './refund-payment.ts';
import { findTransaction } from './transaction-record.ts';

/** A client may send the method as `type: 'paynow'`. */
function entryOf({ type, method, ...entry }: z.output<typeof calls.createTransaction.body>): ManualEntry {
  return { ...entry, method: method ?? MANUAL_METHODS.find((one) => one === type) ?? 'cash' };
}

export function routes(api: Api): void {
  handle(api, calls.listTransactions, ({ ctx, query }) => listTransactions(ctx, query));
  handle(api, calls.totalTransactions, ({ ctx, query }) => totalTransactions(ctx, query));
  handle(
    api,
    calls.readTransaction,
    async ({ ctx, params }) => (await findTransaction(ctx, params.id)) ?? refuse('not_found'),
  );
  handle(api, calls.createTransaction, ({ ctx, body }) => recordPayment(ctx, entryOf(body)));
  handle(api, calls.updateTransaction, ({ ctx, params, body }) => updateTransaction(ctx, params.id, body));
  handle(api, calls.refundTransaction, ({ ctx, params, body }) => refundTransaction(ctx, params.id, body));
  handle(api, calls.trashTransaction, ({ ctx, params }) => trashTransaction(ctx, params.id));
  handle(api, calls.untrashTransaction, ({ ctx, params }) => untrashTransaction(ctx, params.id));
  handle(api, calls.listPaymentAlarms, ({ ctx, query }) => listAlarms(ctx, query));
  handle(api, calls.resolvePaymentAlarm, ({ ctx, params, body }) => resolveAlarm(ctx, params.id, body));
  handle(api, adHoc.chargeCard, ({ ctx, body }) => chargeStoredCard(ctx, body));
  handle(api, adHoc.readAdHocStatistics, ({ ctx, query }) => readAdHocStatistics(ctx, query));
  handle(api, calls.readPaymentConfig, async ({ ctx }) => ({
    publishableKey: ctx.providers.payments.publishableKey,
    refundsTo: REFUND_TARGETS.filter((to) => to === 'card' || ctx.composed.refundToCredits !== undefined),
    gstPercent: (await isGstRegistered(ctx)) ? GST_PERCENT : 0,
  }));
  handle(api, calls.receiveStripeEvent, ({ ctx, raw }) =>
    receiveEvent(ctx, raw.body, raw.header('stripe-signature') ?? ''),
  );
}
