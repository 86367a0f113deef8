import { dollars } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { FoundDispute } from '#platform/server/providers/payments.ts';
import { saveDispute } from './disputes.ts';
import { findPaymentByIntent } from './insert-transaction.ts';
import { raiseAlarm } from './raise-alarm.ts';

/**
 * Saves the state of a dispute and raises one alarm per dispute, whose sentence follows that state. A
 * decision that contradicts how the alarm was resolved raises another one.
 */
export async function reconcileDispute(
  ctx: Context,
  disputeId: string,
): Promise<Refusal<'unavailable'> | null> {
  const dispute = await ctx.providers.payments.findDispute(disputeId);
  if (dispute === null) return report(ctx, unknownDispute(disputeId));
  return report(ctx, dispute);
}

/** A dispute that the provider reported but does not find. */
const unknownDispute = (disputeId: string): FoundDispute => ({
  disputeId,
  paymentIntentId: null,
  amount: 0,
  currency: '',
  reason: 'the provider reported it and cannot find it',
  state: 'open',
  dueBy: null,
});

async function report(ctx: Context, dispute: FoundDispute): Promise<Refusal<'unavailable'> | null> {
  const done = await inTransaction(ctx, async (tx) => {
    await saveDispute(tx, dispute);
    const before = await lockAlarm(tx, dispute.disputeId);
    if (before === null) await raise(tx, dispute, dispute.disputeId);
    else if (before.settled_at === null) await updateWhy(tx, before.id, whyOf(dispute));
    else if (isOtherwise(before.resolution, dispute)) {
      await raise(tx, dispute, `${dispute.disputeId} ${dispute.state}`);
    }
    return null;
  });
  return isRefusal(done) ? refuse('unavailable') : null;
}

async function lockAlarm(tx: Tx, disputeId: string) {
  const row = await tx.db
    .selectFrom('payment_alarm')
    .select(['id', 'settled_at', 'resolution', 'why'])
    .where('kind', '=', 'dispute')
    .where('provider_ref', '=', disputeId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The bank's decision contradicts the resolution: `refunded` means that the dispute was lost. */
function isOtherwise(resolution: string | null, { state }: FoundDispute): boolean {
  if (state === 'open') return false;
  return (state === 'lost') !== (resolution === 'refunded');
}

async function updateWhy(tx: Tx, alarmId: string, why: string): Promise<void> {
  await tx.db.updateTable('payment_alarm').set({ why }).where('id', '=', alarmId).execute();
}

async function raise(tx: Tx, dispute: FoundDispute, providerRef: string): Promise<void> {
  const { paymentIntentId, amount, currency } = dispute;
  const payment = paymentIntentId === null ? null : await findPaymentByIntent(tx, paymentIntentId);
  await raiseAlarm(tx, {
    kind: 'dispute',
    why: whyOf(dispute),
    attemptId: payment?.attemptId ?? null,
    transactionId: payment?.id ?? null,
    customerId: payment?.customerId ?? null,
    paymentIntentId,
    providerRef,
    cents: currency === 'SGD' && amount > 0 ? amount : null,
  });
}

const STATE_TEXTS = {
  open: 'Answer the bank in the provider’s dashboard before its deadline.',
  won: 'The bank has decided in our favour: the money stays.',
  lost: 'The bank has decided in the cardholder’s favour: the money is gone.',
  closed: 'The dispute was closed: the money stays.',
} as const;

function whyOf({ amount, currency, reason, state }: FoundDispute): string {
  const what = currency === '' ? 'a payment' : `${currency} ${dollars(amount)}`;
  return `The cardholder disputes ${what} (${reason.replaceAll('_', ' ')}). ${STATE_TEXTS[state]}`;
}
