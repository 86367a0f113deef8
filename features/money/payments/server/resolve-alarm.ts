import type { z } from 'zod';
import { moneyEntries } from '#features/money/ledger/rules/ledger.ts';
import { recordLedger } from '#features/money/ledger/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { atSavepoint, inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { AlarmReply, resolvePaymentAlarm as call } from '../contract.ts';
import { CARD_CLEARING, UNALLOCATED_RECEIPTS } from '../rules/accounts.ts';
import { whyNotResolved } from '../rules/alarm.ts';
import { OPEN } from '../rules/attempt.ts';
import { readAlarm } from './alarm-record.ts';
import { endAttempt, recordSuccess } from './apply-outcome.ts';
import { lockAttempt } from './attempts.ts';
import { purposeOf } from './purposes.ts';
import {
  lockPaidFor,
  type NotRefunded,
  type Refund,
  type RefundOrder,
  refundPayment,
} from './refund-payment.ts';
import { reverseRefund } from './reverse-refund.ts';

type ResolveBody = z.output<typeof call.body>;
type NotSettled = Refusal<'invalid' | 'alarm_settled' | 'unavailable' | NotRefunded['refusal']>;
type Office = Tx<ContextOf<'admin'>['actor']>;

/**
 * The office records what became of money that moved differently than agreed. The ledger posts what really
 * moved; an attempt that waited for this is decided. Repeating the same resolution returns the same reply.
 */
export function resolveAlarm(
  ctx: ContextOf<'admin'>,
  id: string,
  decision: ResolveBody,
): Promise<AlarmReply | NotSettled> {
  return inTransaction(ctx, async (tx): Promise<AlarmReply | NotSettled> => {
    const found = await tx.db
      .selectFrom('payment_alarm')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return refuse('not_found');
    const alarm = await readAlarm(tx, id);
    if (alarm.resolution !== null) {
      noChange(tx);
      return alarm.resolution === decision.resolution
        ? saveIdempotentReply(tx, alarm)
        : refuse('alarm_settled');
    }
    const misfit = whyNotResolved(alarm, decision);
    if (misfit !== null) return refuseField(misfit.path, misfit.message);
    const cents = alarm.cents ?? decision.amount ?? null;
    const transactionId = await postResolution(tx, { ...alarm, cents }, decision);
    if (isRefusal(transactionId)) return transactionId;
    await saveDecision(tx, id, { ...decision, cents, transactionId });
    return saveIdempotentReply(tx, await readAlarm(tx, id));
  });
}

type Posted = string | null | NotRefunded;

/** Posts what moved. Returns the transaction that this created, if any. */
async function postResolution(tx: Office, alarm: AlarmReply, decision: ResolveBody): Promise<Posted> {
  const isRefunded = decision.resolution === 'refunded';
  switch (alarm.kind) {
    case 'unwanted_payment':
      return isRefunded ? recordRefund(tx, alarm, decision.reason) : null;
    case 'dispute':
      return isRefunded ? recordLostDispute(tx, alarm, decision.reason) : null;
    case 'refund_failed':
      return isRefunded ? null : reverseRefund(tx, alarm, decision.reason);
    case 'refund_by_hand':
      return null; // posted when the visit was cancelled
    case 'unknown_refund':
      return isRefunded ? recordUnallocated(tx, alarm, ['refund']) : null;
    case 'unknown_payment':
      return recordUnallocated(tx, alarm, movesOf(decision));
    default:
      return decideAttempt(tx, alarm, decision);
  }
}

interface SavedDecision extends ResolveBody {
  readonly cents: Cents | null;
  readonly transactionId: string | null;
}

async function saveDecision(tx: Office, id: string, decision: SavedDecision): Promise<void> {
  const { resolution, reason, cents, transactionId } = decision;
  await tx.db
    .updateTable('payment_alarm')
    .set({
      resolution,
      reason,
      cents,
      settled_at: tx.clock.now().toString(),
      settled_by: tx.actor.id,
      settled_transaction_id: transactionId,
    })
    .where('id', '=', id)
    .execute();
  await audit(tx, {
    action: 'payment.alarm-settled',
    subject: { kind: 'payment_alarm', id },
    before: { resolution: null, cents: null, transactionId: null },
    after: { resolution, cents, transactionId },
    reason,
  });
}

/** Posted money was refunded at the provider: a refund of the unwanted parts of the jobs. */
async function recordRefund(tx: Office, alarm: AlarmReply, reason: string): Promise<Posted> {
  const { transactionID: transactionId, cents } = alarm;
  if (transactionId === null || cents === null) throw new Error(`Alarm ${alarm.id} has no payment.`);
  await lockPaidFor(tx, transactionId);
  const parts = alarm.jobs.map((part) => ({ jobId: part.jobID, cents: part.cents }));
  const refund = await refundPayment(tx, {
    transactionId,
    ...(parts.length > 0 ? { parts } : { cents }),
    to: 'card',
    reason,
    gone: { providerRefundId: null },
  });
  if (!isRefusal(refund)) return refund.transactionId;
  // The refund's event came first and has posted it.
  const before = refund.refusal === 'refund_too_much' ? await findRefundOf(tx, transactionId, cents) : null;
  return before ?? refund;
}

async function findRefundOf(tx: Office, transactionId: string, cents: Cents): Promise<string | null> {
  const row = await tx.db
    .selectFrom('money_transaction')
    .select('id')
    .where('refund_of', '=', transactionId)
    .where('total', '=', -cents)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * The bank returned the money: a refund of the payment. If it cannot be one (part was refunded before, or its
 * hours were used), the money is gone all the same and is posted as unallocated until the bookkeeper writes
 * it off.
 */
async function recordLostDispute(tx: Office, alarm: AlarmReply, reason: string): Promise<Posted> {
  const { transactionID: transactionId, cents } = alarm;
  if (transactionId === null || cents === null) return recordUnallocated(tx, alarm, ['refund']);
  const attempt = await lockPaidFor(tx, transactionId);
  const refund = await refundOrUndo(tx, { transactionId, cents, to: 'card', reason, gone: 'by-dispute' });
  if (refund !== null) return refund.transactionId;
  if (attempt !== null) await purposeOf(tx, attempt).disputeLost?.(tx, attempt, { transactionId, reason });
  return recordUnallocated(tx, alarm, ['refund']);
}

class Undone extends Error {}

/** As refundPayment; if refused, returns null and rolls it back. */
async function refundOrUndo(tx: Office, order: RefundOrder): Promise<Refund | null> {
  const refund = async () => {
    const made = await refundPayment(tx, order);
    if (isRefusal(made)) throw new Undone(made.refusal);
    return made;
  };
  try {
    return await atSavepoint<Office['actor'], Refund, never>(tx, refund, {});
  } catch (error) {
    if (error instanceof Undone) return null;
    throw error;
  }
}

/**
 * Decides the attempt that waited for the alarm. Kept money pays for its target; refunded or uncharged money
 * does not.
 */
async function decideAttempt(tx: Tx, alarm: AlarmReply, decision: ResolveBody): Promise<string | null> {
  if (alarm.attemptID === null) throw new Error(`Alarm ${alarm.id} has no attempt.`);
  const attempt = await lockAttempt(tx, alarm.attemptID);
  const isPaid = attempt.status === 'succeeded';
  if (decision.resolution === 'kept' && !isPaid) {
    return recordSuccess(tx, attempt, {
      paymentIntentId: alarm.paymentIntentID,
      amount: alarm.cents ?? attempt.amount,
    });
  }
  if (OPEN.includes(attempt.status)) {
    await endAttempt(tx, attempt, { paymentIntentId: null, code: 'canceled' });
  }
  return recordUnallocated(tx, alarm, movesOf(decision));
}

type Unallocated = 'receipt' | 'refund';

/** Money that came in and, if it was refunded, went out. */
function movesOf({ resolution }: ResolveBody): readonly Unallocated[] {
  if (resolution === 'not_charged') return [];
  return resolution === 'refunded' ? ['receipt', 'refund'] : ['receipt'];
}

/** Posts money that pays for nothing here. */
async function recordUnallocated(tx: Tx, alarm: AlarmReply, moves: readonly Unallocated[]): Promise<null> {
  for (const what of alarm.cents === null ? [] : moves) {
    const [from, to] =
      what === 'receipt' ? [UNALLOCATED_RECEIPTS, CARD_CLEARING] : [CARD_CLEARING, UNALLOCATED_RECEIPTS];
    await recordLedger(tx, {
      kind: `unallocated-${what}`,
      ref: { kind: 'alarm', id: alarm.id },
      idempotencyKey: `alarm:${alarm.id}:${what}`,
      entries: moneyEntries({ from, to, amount: alarm.cents ?? 0 }),
    });
  }
  return null;
}
