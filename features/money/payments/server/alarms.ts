import { sql } from 'kysely';
import type { z } from 'zod';
import { moneyEntries } from '#features/money/ledger/rules/ledger.ts';
import { entriesOf, recordLedger } from '#features/money/ledger/server/index.ts';
import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { atSavepoint, inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { onDays } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import type {
  AlarmReply,
  resolvePaymentAlarm as call,
  listPaymentAlarms as listPaymentAlarmsCall,
} from '../contract.ts';
import { CARD_CLEARING, UNALLOCATED_RECEIPTS } from '../rules/accounts.ts';
import { type AlarmKind, type Resolution, whyNotResolved } from '../rules/alarm.ts';
import { OPEN } from '../rules/attempt.ts';
import { endAttempt, recordSuccess } from './apply-outcome.ts';
import { lockAttempt } from './attempts.ts';
import { insertTransaction } from './insert-transaction.ts';
import { purposeOf } from './purposes.ts';
import {
  lockPaidFor,
  type NotRefunded,
  type Refund,
  type RefundOrder,
  refundPayment,
} from './refund-payment.ts';
import { type CardRefund, loadRefund, lockRefund } from './refunds.ts';

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

type ListQuery = z.output<typeof listPaymentAlarmsCall.query>;

/** Payment alarms, oldest first. */
export function listAlarms(ctx: Context, query: ListQuery): ListOutcome {
  let rows = selectAlarms(ctx).where(onDays(ctx, query, 'alarm.raised_at'));
  if (query.state === 'open') rows = rows.where('alarm.settled_at', 'is', null);
  if (query.state === 'settled') rows = rows.where('alarm.settled_at', 'is not', null);
  if (query.kind !== undefined) rows = rows.where('alarm.kind', '=', query.kind);
  return listOf(ctx, query, {
    name: 'payment-alarms',
    rows,
    sort: {
      raisedAt: ['alarm.raised_at'],
      createdAt: ['alarm.raised_at'],
      settledAt: [sql`coalesce(alarm.settled_at, 'infinity')`],
      kind: ['alarm.kind'],
    },
    key: 'alarm.id',
    toItem: toAlarmReply,
  });
}

/** @throws if there is no such alarm: its row is locked by now. */
async function readAlarm(ctx: Context, id: string): Promise<AlarmReply> {
  return toAlarmReply(await selectAlarms(ctx).where('alarm.id', '=', id).executeTakeFirstOrThrow());
}

function selectAlarms(ctx: Context) {
  return ctx.db
    .selectFrom('payment_alarm as alarm')
    .leftJoin('customer', 'customer.id', 'alarm.customer_id')
    .selectAll('alarm')
    .$narrowType<Pick<AlarmReply, 'jobs'>>()
    .select(['customer.firstname', 'customer.lastname', 'customer.display_name as displayName']);
}

type AlarmRow = Awaited<ReturnType<ReturnType<typeof selectAlarms>['executeTakeFirstOrThrow']>>;

function toAlarmReply(row: AlarmRow): AlarmReply {
  const { customer_id, firstname, lastname, displayName } = row;
  const isKnown = customer_id !== null && firstname !== null && lastname !== null;
  return {
    id: row.id,
    kind: row.kind as AlarmKind,
    why: row.why,
    cents: row.cents,
    customer: isKnown
      ? { id: customer_id, fullname: fullnameOf({ firstname, lastname, displayName }) }
      : null,
    jobs: row.jobs,
    attemptID: row.attempt_id,
    transactionID: row.transaction_id,
    paymentIntentID: row.stripe_pi_id,
    providerRef: row.provider_ref,
    raisedAt: wireTime(row.raised_at),
    resolution: row.resolution as Resolution | null,
    reason: row.reason,
    settledAt: wireTimeOrNull(row.settled_at),
    settledBy: row.settled_by,
    settledTransactionID: row.settled_transaction_id,
  };
}

/** Payment problems that nobody has resolved. */
export async function countOpenAlarms({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('payment_alarm')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The same, by the bank's deadline or, without one, by age. */
export async function findOpenAlarms({ db }: Context, limit: number) {
  const rows = await db
    .selectFrom('payment_alarm as alarm')
    .leftJoin('customer', 'customer.id', 'alarm.customer_id')
    .leftJoin('payment_dispute as dispute', (join) =>
      join
        .onRef('dispute.provider_ref', '=', 'alarm.provider_ref')
        .on('alarm.kind', '=', 'dispute')
        .on('dispute.outcome', 'is', null),
    )
    .select(['alarm.id', 'alarm.kind', 'alarm.why', 'alarm.cents', 'alarm.customer_id', 'alarm.raised_at'])
    .select(['customer.firstname', 'customer.lastname', 'customer.display_name as displayName'])
    .select('dispute.due_by')
    .where('alarm.settled_at', 'is', null)
    .orderBy(sql`coalesce(dispute.due_by, alarm.raised_at)`)
    .orderBy('alarm.id')
    .limit(limit)
    .execute();
  return rows.map(({ customer_id: id, firstname, lastname, displayName, ...row }) => ({
    id: row.id,
    kind: row.kind as AlarmKind,
    why: row.why,
    cents: row.cents,
    raisedAt: wireTime(row.raised_at),
    dueBy: wireTimeOrNull(row.due_by),
    customer:
      id === null || firstname === null || lastname === null
        ? null
        : { id, fullname: fullnameOf({ firstname, lastname, displayName }) },
  }));
}

/**
 * Reverses a failed refund whose money stays here, and restores what the refund had taken from the
 * customer. Returns the id of the reversing transaction.
 */
async function reverseRefund(
  tx: Tx<ContextOf<'admin'>['actor']>,
  alarm: AlarmReply,
  reason: string,
): Promise<string> {
  const { id: refundId, paymentId } = await loadRefund(tx, String(alarm.providerRef));
  const attempt = await lockPaidFor(tx, paymentId);
  const refund = await lockRefund(tx, refundId);
  if (refund.status !== 'failed' || refund.reversalId !== null) {
    throw new Error(`Refund ${refund.id} has not failed, or is already reversed.`);
  }
  const { id, customerId } = await postReversal(tx, refund);
  await tx.db.updateTable('payment_refund').set({ reversal_id: id }).where('id', '=', refund.id).execute();
  await audit(tx, {
    action: 'transaction.refund-reversed',
    subject: { kind: 'transaction', id },
    after: { refund: refund.transactionId, cents: refund.cents },
  });
  if (attempt !== null) {
    const { transactionId: given, cents } = refund;
    const reversed = { transactionId: id, refundId: given, customerId, cents, reason };
    await purposeOf(tx, attempt).refundReversed?.(tx, attempt, reversed);
  }
  return id;
}

async function postReversal(tx: Tx, refund: CardRefund): Promise<{ id: string; customerId: string }> {
  const given = await tx.db
    .selectFrom('money_transaction')
    .selectAll()
    .where('id', '=', refund.transactionId)
    .executeTakeFirstOrThrow();
  const lines = given.ledger_tx_id === null ? [] : await entriesOf(tx, given.ledger_tx_id);
  const parts = await tx.db
    .selectFrom('payment_allocation')
    .select(['job_id', 'cents'])
    .where('transaction_id', '=', given.id)
    .execute();
  const id = tx.newId();
  const ledgerTxId = await recordLedger(tx, {
    kind: 'refund-reversed',
    ref: { kind: 'transaction', id },
    idempotencyKey: `refund-reversed:${refund.id}`,
    entries: lines.map((line) => ({ ...line, amount: -line.amount })),
  });
  await insertTransaction(tx, {
    id,
    type: 'refund',
    method: 'card',
    total: refund.cents,
    customerId: given.customer_id,
    jobId: given.job_id,
    packageId: given.package_id,
    ledgerTxId,
    details: `Refund did not arrive: ${given.details.replace(/^Refund: /, '')}`,
    refundOf: refund.paymentId,
    allocations: parts.map((part) => ({ jobId: part.job_id, cents: -part.cents })),
  });
  return { id, customerId: given.customer_id };
}
