import { dollars } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { FoundRefund } from '#platform/server/providers/payments.ts';
import { recoverEach } from '#platform/server/recover-each.ts';
import { refundRecoveryOf, UNSETTLED } from '../rules/refund.ts';
import { findPaymentByIntent } from './insert-transaction.ts';
import { raiseAlarm } from './raise-alarm.ts';
import { lockPaidFor, refundPayment } from './refund-payment.ts';
import {
  applyFound,
  applyFoundRefund,
  applyRefundOutcome,
  type CardRefund,
  findRefund,
  findRefundsOf,
  loadRefund,
  lockRefund,
  sendRefund,
  toRefund,
} from './refunds.ts';

type NotDone = Refusal<'unavailable'>;

/**
 * Compares the provider's refunds of a payment with ours and applies each: our own requests; refunds made by
 * hand in the dashboard, which are posted now; and refunds that match no payment, which raise an alarm.
 * Idempotent.
 */
export async function reconcileRefunds(ctx: Context, paymentIntentID: string): Promise<NotDone | null> {
  const found = await ctx.providers.payments.findRefunds(paymentIntentID);
  if (found === null) {
    return raise(ctx, {
      paymentIntentID,
      why: 'The provider reported a refund of a payment that it cannot find.',
    });
  }
  for (const refund of found) {
    const refused = await reconcile(ctx, paymentIntentID, refund);
    if (refused !== null) return refused;
  }
  return null;
}

async function reconcile(ctx: Context, paymentIntentID: string, found: FoundRefund): Promise<NotDone | null> {
  const known = await findKnown(ctx, paymentIntentID, found);
  if (known !== null) return applyKnownRefund(ctx, known, found);
  if (found.status === 'failed') return null; // made by hand, and no money moved
  const payment = await findPaymentByIntent(ctx, paymentIntentID);
  if (payment === null) return reportUnknown(ctx, paymentIntentID, found);
  const why =
    found.currency === 'SGD'
      ? await bookByHand(ctx, { payment, paymentIntentID, found })
      : 'another currency';
  if (why === null) return null;
  if (why === 'unavailable') return refuse('unavailable');
  return raise(ctx, {
    paymentIntentID,
    transactionID: payment.id,
    customerID: payment.customerID,
    found,
    why: `${amountOf(found)} was refunded at the provider, and cannot be recorded as a refund of this payment: ${why}.`,
  });
}

/**
 * Our record of this refund: by the id in its metadata, by its id at the provider, or one that was recorded
 * by hand before its event.
 */
async function findKnown(
  ctx: Context,
  paymentIntentID: string,
  found: FoundRefund,
): Promise<CardRefund | null> {
  const all = await findRefundsOf(ctx, paymentIntentID);
  const byID = all.find(
    (one) => one.id === found.refundID || one.providerRefundID === found.providerRefundID,
  );
  if (byID !== undefined) return byID;
  const awaits = (one: CardRefund) =>
    one.origin === 'provider' && one.providerRefundID === null && one.cents === found.amount;
  return all.find(awaits) ?? null;
}

async function applyKnownRefund(
  ctx: Context,
  known: CardRefund,
  found: FoundRefund,
): Promise<NotDone | null> {
  const done = await inTransaction(ctx, async (tx) => {
    const refund = await lockRefund(tx, known.id);
    const isTaken = refund.providerRefundID !== null && refund.providerRefundID !== found.providerRefundID;
    // Another event has assigned it a different refund meanwhile: on the retry this one is new.
    if (isTaken) return refuse('unavailable');
    if (refund.origin === 'provider' && refund.providerRefundID === null) await adopt(tx, refund, found);
    await applyFound(tx, refund, found);
    return null;
  });
  return isRefusal(done) ? refuse('unavailable') : null;
}

/** Assigns the provider's id to a refund that was recorded by hand. */
async function adopt(tx: Tx, refund: CardRefund, found: FoundRefund): Promise<void> {
  await tx.db
    .updateTable('payment_refund')
    .set({ providerRefundID: found.providerRefundID })
    .where('id', '=', refund.id)
    .execute();
}

interface ByHand {
  readonly payment: { readonly id: string };
  readonly paymentIntentID: string;
  readonly found: FoundRefund;
}

/** Posts a refund that was made in the dashboard, once. Returns why it cannot be posted, or null. */
async function bookByHand(ctx: Context, { payment, paymentIntentID, found }: ByHand): Promise<string | null> {
  const { providerRefundID, amount } = found;
  const already = refuse('conflict');
  const posted = await inTransaction(
    ctx,
    async (tx) => {
      await lockPaidFor(tx, payment.id);
      await tx.db
        .selectFrom('money_transaction')
        .select('id')
        .where('id', '=', payment.id)
        .forNoKeyUpdate()
        .execute();
      if ((await findKnown(tx, paymentIntentID, found)) !== null) return already;
      return refundPayment(tx, {
        transactionID: payment.id,
        ...(await unwantedParts(tx, payment.id, amount)),
        to: 'card',
        reason: `Refunded at the provider by hand: ${providerRefundID}`,
        gone: { providerRefundID },
      });
    },
    { payment_refund_provider_refund_id_key: already },
  );
  if (!isRefusal(posted) || posted.refusal === 'conflict') return null;
  if (posted.refusal === 'unavailable') return 'unavailable';
  return posted.refusal === 'refund_too_much'
    ? 'it is more than is left'
    : (posted.detail ?? 'it is not possible');
}

/**
 * The visits of an open alarm about exactly this amount; otherwise the amount is shared over what is left of
 * all visits.
 */
async function unwantedParts(tx: Tx, transactionID: string, cents: number) {
  const alarm = await tx.db
    .selectFrom('payment_alarm')
    .select('jobs')
    .where('transactionID', '=', transactionID)
    .where('kind', '=', 'unwanted_payment')
    .where('cents', '=', cents)
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  const jobs = (alarm?.jobs ?? []) as readonly { jobID: string; cents: number }[];
  return jobs.length === 0
    ? { cents }
    : { parts: jobs.map(({ jobID, cents: part }) => ({ jobID, cents: part })) };
}

/**
 * A payment that is not posted was refunded. Covered by an existing alarm about the payment; otherwise raises
 * one.
 */
async function reportUnknown(
  ctx: Context,
  paymentIntentID: string,
  found: FoundRefund,
): Promise<NotDone | null> {
  const alarm = await ctx.db
    .selectFrom('payment_alarm')
    .select('id')
    .where('stripePiID', '=', paymentIntentID)
    .where('kind', 'in', ['amount_mismatch', 'other_payment', 'unknown_payment'])
    .where(({ or, eb }) => or([eb('settledAt', 'is', null), eb('resolution', '=', 'refunded')]))
    .executeTakeFirst();
  if (alarm !== undefined) return null;
  const why = `${amountOf(found)} of a payment that is not ours was refunded at the provider.`;
  return raise(ctx, { paymentIntentID, found, why });
}

interface UnknownRefund {
  readonly paymentIntentID: string;
  readonly why: string;
  readonly transactionID?: string;
  readonly customerID?: string;
  readonly found?: FoundRefund;
}

async function raise(ctx: Context, { found, ...about }: UnknownRefund): Promise<NotDone | null> {
  const raised = await inTransaction(ctx, (tx) =>
    raiseAlarm(tx, {
      ...about,
      kind: 'unknown_refund',
      providerRef: found?.providerRefundID ?? null,
      cents: found?.currency === 'SGD' ? found.amount : null,
    }),
  );
  return isRefusal(raised) ? refuse('unavailable') : null;
}

function amountOf({ currency, amount }: FoundRefund): string {
  return `${currency} ${dollars(amount)}`;
}

/** Refunds recovered per run; the rest wait for the next one. */
const REFUNDS_PER_RUN = 100;
const NEXT_LOOK = Temporal.Duration.from({ minutes: 1 });

/**
 * Cron job: resolves refunds that a crash, a lost reply or a lost event left undecided. A refund that may
 * have been sent is looked up before it is sent again, and never sent after the provider has forgotten its
 * key. Any number of workers may run it.
 */
export async function recoverRefunds(ctx: Context): Promise<void> {
  await recoverEach(await dueRefunds(ctx), {
    async recover(refund) {
      await recover(ctx, refund);
      return (await loadRefund(ctx, refund.id)).status !== 'unknown';
    },
    report: (err, { id: refundID }) => ctx.log.warn({ err, refundID }, 'refund could not be recovered'),
  });
}

async function dueRefunds(ctx: Context): Promise<CardRefund[]> {
  const now = ctx.clock.now().toString();
  const rows = await ctx.db
    .selectFrom('payment_refund')
    .selectAll()
    .where('status', 'in', [...UNSETTLED])
    .where(({ or, eb }) => or([eb('nextCheckAt', 'is', null), eb('nextCheckAt', '<=', now)]))
    .orderBy('nextCheckAt', (order) => order.asc().nullsFirst())
    .orderBy('createdAt')
    .limit(REFUNDS_PER_RUN)
    .execute();
  return rows.map(toRefund);
}

async function recover(ctx: Context, refund: CardRefund): Promise<void> {
  const step = refundRecoveryOf(refund, ctx.clock.now());
  if (step === 'leave' || !(await reserve(ctx, refund))) return;
  if (step === 'send') return sendRefund(ctx, { refundID: refund.id });
  const found = await findRefund(ctx, refund);
  if (found !== null) return applyFoundRefund(ctx, refund.id, found);
  if (step === 'find') return sendRefund(ctx, { refundID: refund.id });
  await applyRefundOutcome(ctx, refund.id, {
    status: 'failed',
    providerRefundID: null,
    code: 'never_arrived',
  });
}

/** Only one worker handles a refund: the one whose update moves next_check_at forward. */
async function reserve(ctx: Context, refund: CardRefund): Promise<boolean> {
  const now = ctx.clock.now();
  const reserved = await ctx.db
    .updateTable('payment_refund')
    .set({ nextCheckAt: now.add(NEXT_LOOK).toString() })
    .where('id', '=', refund.id)
    .where('status', '=', refund.status)
    .where(({ or, eb }) => or([eb('nextCheckAt', 'is', null), eb('nextCheckAt', '<=', now.toString())]))
    .executeTakeFirst();
  return reserved.numUpdatedRows === 1n;
}
