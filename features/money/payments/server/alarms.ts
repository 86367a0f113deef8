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
    const transactionID = await postResolution(tx, { ...alarm, cents }, decision);
    if (isRefusal(transactionID)) return transactionID;
    await saveDecision(tx, id, { ...decision, cents, transactionID });
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
  readonly transactionID: string | null;
}

async function saveDecision(tx: Office, id: string, decision: SavedDecision): Promise<void> {
  const { resolution, reason, cents, transactionID } = decision;
  await tx.db
    .updateTable('payment_alarm')
    .set({
      resolution,
      reason,
      cents,
      settledAt: tx.clock.now().toString(),
      settledBy: tx.actor.id,
      settledTransactionID: transactionID,
    })
    .where('id', '=', id)
    .execute();
  await audit(tx, {
    action: 'payment.alarm-settled',
    subject: { kind: 'payment_alarm', id },
    before: { resolution: null, cents: null, transactionID: null },
    after: { resolution, cents, transactionID },
    reason,
  });
}

/** Posted money was refunded at the provider: a refund of the unwanted parts of the jobs. */
async function recordRefund(tx: Office, alarm: AlarmReply, reason: string): Promise<Posted> {
  const { transactionID, cents } = alarm;
  if (transactionID === null || cents === null) throw new Error(`Alarm ${alarm.id} has no payment.`);
  await lockPaidFor(tx, transactionID);
  const parts = alarm.jobs.map((part) => ({ jobID: part.jobID, cents: part.cents }));
  const refund = await refundPayment(tx, {
    transactionID,
    ...(parts.length > 0 ? { parts } : { cents }),
    to: 'card',
    reason,
    gone: { providerRefundID: null },
  });
  if (!isRefusal(refund)) return refund.transactionID;
  // The refund's event came first and has posted it.
  const before = refund.refusal === 'refund_too_much' ? await findRefundOf(tx, transactionID, cents) : null;
  return before ?? refund;
}

async function findRefundOf(tx: Office, transactionID: string, cents: Cents): Promise<string | null> {
  const row = await tx.db
    .selectFrom('money_transaction')
    .select('id')
    .where('refundOf', '=', transactionID)
    .where('total', '=', -cents)
    .orderBy('createdAt', 'desc')
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
  const { transactionID, cents } = alarm;
  if (transactionID === null || cents === null) return recordUnallocated(tx, alarm, ['refund']);
  const attempt = await lockPaidFor(tx, transactionID);
  const refund = await refundOrUndo(tx, { transactionID, cents, to: 'card', reason, gone: 'by-dispute' });
  if (refund !== null) return refund.transactionID;
  if (attempt !== null) await purposeOf(tx, attempt).disputeLost?.(tx, attempt, { transactionID, reason });
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
      paymentIntentID: alarm.paymentIntentID,
      amount: alarm.cents ?? attempt.amount,
    });
  }
  if (OPEN.includes(attempt.status)) {
    await endAttempt(tx, attempt, { paymentIntentID: null, code: 'canceled' });
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
  let rows = selectAlarms(ctx).where(onDays(ctx, query, 'alarm.raisedAt'));
  if (query.state === 'open') rows = rows.where('alarm.settledAt', 'is', null);
  if (query.state === 'settled') rows = rows.where('alarm.settledAt', 'is not', null);
  if (query.kind !== undefined) rows = rows.where('alarm.kind', '=', query.kind);
  return listOf(ctx, query, {
    name: 'payment-alarms',
    rows,
    sort: {
      raisedAt: ['alarm.raisedAt'],
      createdAt: ['alarm.raisedAt'],
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
    .leftJoin('customer', 'customer.id', 'alarm.customerID')
    .selectAll('alarm')
    .$narrowType<Pick<AlarmReply, 'jobs'>>()
    .select(['customer.firstname', 'customer.lastname', 'customer.displayName']);
}

type AlarmRow = Awaited<ReturnType<ReturnType<typeof selectAlarms>['executeTakeFirstOrThrow']>>;

function toAlarmReply(row: AlarmRow): AlarmReply {
  const { customerID, firstname, lastname, displayName } = row;
  const isKnown = customerID !== null && firstname !== null && lastname !== null;
  return {
    id: row.id,
    kind: row.kind as AlarmKind,
    why: row.why,
    cents: row.cents,
    customer: isKnown ? { id: customerID, fullname: fullnameOf({ firstname, lastname, displayName }) } : null,
    jobs: row.jobs,
    attemptID: row.attemptID,
    transactionID: row.transactionID,
    paymentIntentID: row.stripePiID,
    providerRef: row.providerRef,
    raisedAt: wireTime(row.raisedAt),
    resolution: row.resolution as Resolution | null,
    reason: row.reason,
    settledAt: wireTimeOrNull(row.settledAt),
    settledBy: row.settledBy,
    settledTransactionID: row.settledTransactionID,
  };
}

/** Payment problems that nobody has resolved. */
export async function countOpenAlarms({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('payment_alarm')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('settledAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The same, by the bank's deadline or, without one, by age. */
export async function findOpenAlarms({ db }: Context, limit: number) {
  const rows = await db
    .selectFrom('payment_alarm as alarm')
    .leftJoin('customer', 'customer.id', 'alarm.customerID')
    .leftJoin('payment_dispute as dispute', (join) =>
      join
        .onRef('dispute.providerRef', '=', 'alarm.providerRef')
        .on('alarm.kind', '=', 'dispute')
        .on('dispute.outcome', 'is', null),
    )
    .select(['alarm.id', 'alarm.kind', 'alarm.why', 'alarm.cents', 'alarm.customerID', 'alarm.raisedAt'])
    .select(['customer.firstname', 'customer.lastname', 'customer.displayName'])
    .select('dispute.dueBy')
    .where('alarm.settledAt', 'is', null)
    .orderBy(sql`coalesce(dispute.due_by, alarm.raised_at)`)
    .orderBy('alarm.id')
    .limit(limit)
    .execute();
  return rows.map(({ customerID: id, firstname, lastname, displayName, ...row }) => ({
    id: row.id,
    kind: row.kind as AlarmKind,
    why: row.why,
    cents: row.cents,
    raisedAt: wireTime(row.raisedAt),
    dueBy: wireTimeOrNull(row.dueBy),
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
  const { id: refundID, paymentID } = await loadRefund(tx, String(alarm.providerRef));
  const attempt = await lockPaidFor(tx, paymentID);
  const refund = await lockRefund(tx, refundID);
  if (refund.status !== 'failed' || refund.reversalID !== null) {
    throw new Error(`Refund ${refund.id} has not failed, or is already reversed.`);
  }
  const { id, customerID } = await postReversal(tx, refund);
  await tx.db.updateTable('payment_refund').set({ reversalID: id }).where('id', '=', refund.id).execute();
  await audit(tx, {
    action: 'transaction.refund-reversed',
    subject: { kind: 'transaction', id },
    after: { refund: refund.transactionID, cents: refund.cents },
  });
  if (attempt !== null) {
    const { transactionID: given, cents } = refund;
    const reversed = { transactionID: id, refundID: given, customerID, cents, reason };
    await purposeOf(tx, attempt).refundReversed?.(tx, attempt, reversed);
  }
  return id;
}

async function postReversal(tx: Tx, refund: CardRefund): Promise<{ id: string; customerID: string }> {
  const given = await tx.db
    .selectFrom('money_transaction')
    .selectAll()
    .where('id', '=', refund.transactionID)
    .executeTakeFirstOrThrow();
  const lines = given.ledgerTxID === null ? [] : await entriesOf(tx, given.ledgerTxID);
  const parts = await tx.db
    .selectFrom('payment_allocation')
    .select(['jobID', 'cents'])
    .where('transactionID', '=', given.id)
    .execute();
  const id = tx.newID();
  const ledgerTxID = await recordLedger(tx, {
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
    customerID: given.customerID,
    jobID: given.jobID,
    packageID: given.packageID,
    ledgerTxID,
    details: `Refund did not arrive: ${given.details.replace(/^Refund: /, '')}`,
    refundOf: refund.paymentID,
    allocations: parts.map((part) => ({ jobID: part.jobID, cents: -part.cents })),
  });
  return { id, customerID: given.customerID };
}
