import type { z } from 'zod';
import type { Cents } from '#platform/kernel/money.ts';
import { type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { keepReply } from '#platform/server/idempotency.ts';
import type { AlarmReply, settlePaymentAlarm as call } from '../contract.ts';
import { whyNotSettledSo } from '../rules/alarm.ts';
import { OPEN } from '../rules/attempt.ts';
import { CARD_CLEARING, moneyEntries, UNALLOCATED_RECEIPTS } from '../rules/ledger.ts';
import { readAlarm } from './alarm-record.ts';
import { loadAttempt, lockAttempt } from './attempts.ts';
import { insertTransaction } from './insert-transaction.ts';
import { recordLedger } from './ledger.ts';
import { incomeAccountOf } from './purposes.ts';
import { endAttempt, recordSuccess } from './settle.ts';

type SettleBody = z.output<typeof call.body>;
type NotSettled = Refusal<'not_found' | 'invalid' | 'alarm_settled' | 'unavailable'>;

/**
 * The office writes down what became of money that moved otherwise than agreed. The books get what really moved; an
 * attempt that waited for this is decided. Settling again in the same way replies the same.
 */
export function settleAlarm(
  ctx: ContextOf<'admin'>,
  id: string,
  settlement: SettleBody,
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
      return alarm.resolution === settlement.resolution ? keepReply(tx, alarm) : refuse('alarm_settled');
    }
    const misfit = whyNotSettledSo(alarm, settlement);
    if (misfit !== null) return refuseField(misfit.path, misfit.message);
    const cents = alarm.cents ?? settlement.amount ?? null;
    const transactionId = await book(tx, { ...alarm, cents }, settlement);
    await saveSettlement(tx, id, { ...settlement, cents, transactionId });
    return keepReply(tx, await readAlarm(tx, id));
  });
}

/** Puts into the books what moved. Returns the transaction that this made, if it made one. */
function book(tx: Tx<ContextOf<'admin'>['actor']>, alarm: AlarmReply, settlement: SettleBody) {
  if (alarm.kind === 'unwanted_payment') {
    return settlement.resolution === 'refunded' ? recordRefund(tx, alarm) : Promise.resolve(null);
  }
  if (alarm.kind === 'unknown_payment') return recordUnallocated(tx, alarm, settlement);
  return decideAttempt(tx, alarm, settlement);
}

interface SavedSettlement extends SettleBody {
  readonly cents: Cents | null;
  readonly transactionId: string | null;
}

async function saveSettlement(
  tx: Tx<ContextOf<'admin'>['actor']>,
  id: string,
  settlement: SavedSettlement,
): Promise<void> {
  const { resolution, reason, cents, transactionId } = settlement;
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
    after: { resolution, cents, transactionId },
    reason,
  });
}

/** Money that is in the books goes back: a transaction of its own, of the jobs' parts that were unwanted. */
async function recordRefund(tx: Tx, alarm: AlarmReply): Promise<string> {
  const { attemptID, transactionID, cents } = alarm;
  if (attemptID === null || transactionID === null || cents === null) {
    throw new Error(`Alarm ${alarm.id} does not say which payment it is about.`);
  }
  const attempt = await loadAttempt(tx, attemptID);
  const id = tx.newId();
  const ledgerTxId = await recordLedger(tx, {
    kind: 'refund',
    ref: { kind: 'transaction', id },
    idempotencyKey: `alarm:${alarm.id}:refund`,
    entries: moneyEntries({ from: CARD_CLEARING, to: incomeAccountOf(tx, attempt), amount: cents }),
  });
  await insertTransaction(tx, {
    id,
    type: 'refund',
    method: 'card',
    total: -cents,
    customerId: attempt.customerId,
    jobId: alarm.jobs[0]?.jobID ?? null,
    packageId: null,
    ledgerTxId,
    details: `Refund: ${attempt.order.description}`,
    refundOf: transactionID,
    allocations: alarm.jobs.map((part) => ({ jobId: part.jobID, cents: -part.cents })),
  });
  return id;
}

/** What an attempt waited for. Money that was kept pays for its target; what went back, or never came, does not. */
async function decideAttempt(tx: Tx, alarm: AlarmReply, settlement: SettleBody): Promise<string | null> {
  if (alarm.attemptID === null) throw new Error(`Alarm ${alarm.id} has no attempt.`);
  const attempt = await lockAttempt(tx, alarm.attemptID);
  const isPaid = attempt.status === 'succeeded';
  if (settlement.resolution === 'kept' && !isPaid) {
    return recordSuccess(tx, attempt, {
      paymentIntentId: alarm.paymentIntentID,
      amount: alarm.cents ?? attempt.amount,
    });
  }
  if (OPEN.includes(attempt.status)) {
    await endAttempt(tx, attempt, { paymentIntentId: null, code: 'canceled' });
  }
  return recordUnallocated(tx, alarm, settlement);
}

/** Money that pays for nothing here: it came, and where it was given back, it went. */
async function recordUnallocated(tx: Tx, alarm: AlarmReply, settlement: SettleBody): Promise<null> {
  if (settlement.resolution === 'not_charged' || alarm.cents === null) return null;
  const post = (what: 'receipt' | 'refund', move: { from: string; to: string }) =>
    recordLedger(tx, {
      kind: `unallocated-${what}`,
      ref: { kind: 'alarm', id: alarm.id },
      idempotencyKey: `alarm:${alarm.id}:${what}`,
      entries: moneyEntries({ ...move, amount: alarm.cents ?? 0 }),
    });
  await post('receipt', { from: UNALLOCATED_RECEIPTS, to: CARD_CLEARING });
  if (settlement.resolution === 'refunded') {
    await post('refund', { from: CARD_CLEARING, to: UNALLOCATED_RECEIPTS });
  }
  return null;
}
