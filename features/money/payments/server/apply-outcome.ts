import { moneyEntries } from '#features/money/ledger/rules/ledger.ts';
import { recordLedger } from '#features/money/ledger/server/index.ts';
import type { Actor } from '#platform/kernel/actor.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type {
  CardFace,
  ChargeOutcome,
  PaymentEvent,
  StoredCard,
} from '#platform/server/providers/payments.ts';
import { CARD_CLEARING } from '../rules/accounts.ts';
import { judge, OPEN } from '../rules/attempt.ts';
import { typeOf } from '../rules/transaction.ts';
import { type Attempt, loadAttempt, lockAttempt, withoutToken } from './attempts.ts';
import { isNewEvent } from './events.ts';
import { insertTransaction } from './insert-transaction.ts';
import { rememberPayer } from './payer.ts';
import { incomeAccountOf, purposeOf } from './purposes.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** The outcome of a payment, for the caller. */
export type PaymentOutcome =
  | { readonly status: 'succeeded'; readonly transactionID: string }
  /** The bank challenges the cardholder: pass the secret to the browser, then commit again. */
  | { readonly status: 'requires_action'; readonly clientSecret: string }
  | { readonly status: 'declined'; readonly code: string }
  /** Unknown yet; the webhook or the cron job will apply the outcome. */
  | { readonly status: 'pending' };

type Succeeded = ChargeOutcome & { status: 'succeeded' };
type Declined = Pick<ChargeOutcome & { status: 'declined' }, 'paymentIntentID' | 'code'>;

/** Minutes until the provider is queried again after an inconclusive reply. */
const ASK_AGAIN_MINUTES = 1;

/**
 * Applies the provider's outcome of a charge: ledger, transaction and the effects of the purpose, all or
 * nothing. The route, the webhook and the cron job all call this, in any order and any number of times; the
 * lock on the attempt's row serialises them, and judge decides.
 */
export async function applyOutcome(
  ctx: Context,
  attemptID: string,
  outcome: ChargeOutcome,
): Promise<PaymentOutcome> {
  const settled = await applyEventOutcome(ctx, attemptID, outcome);
  return isRefusal(settled) ? { status: 'pending' } : settled;
}

/** As applyOutcome, for an outcome from the webhook: the event is marked as seen in the same transaction. */
export async function applyEventOutcome(
  ctx: Context,
  attemptID: string,
  outcome: ChargeOutcome,
  event?: PaymentEvent,
): Promise<PaymentOutcome | Refusal<'unavailable'>> {
  return inTransaction<Actor, PaymentOutcome>(ctx, async (tx) => {
    const attempt = await lockAttempt(tx, attemptID);
    const isNews = event === undefined || (await isNewEvent(tx, event, 'settled'));
    return isNews ? apply(tx, attempt, outcome) : outcomeOfAttempt(tx, attempt);
  });
}

/**
 * Closes an attempt that the provider has never seen, unless someone has started to charge it since it was
 * read: then that request applies the outcome.
 */
export async function endUnsent(ctx: Context, read: Attempt): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const attempt = await lockAttempt(tx, read.id);
    const sentSince = String(attempt.sentAt) !== String(read.sentAt);
    if (attempt.status !== read.status || sentSince) return;
    await endAttempt(tx, attempt, { paymentIntentID: null, code: 'canceled' });
  });
}

/** Applies an outcome to an attempt whose row is locked. */
async function apply(tx: Tx, attempt: Attempt, outcome: ChargeOutcome): Promise<PaymentOutcome> {
  const verdict = judge(attempt, outcome);
  if (outcome.status === 'succeeded' && verdict.step === 'alarm') {
    await raiseMismatchAlarm(tx, attempt, { why: verdict.why, outcome });
    return outcomeOfAttempt(tx, await loadAttempt(tx, attempt.id));
  }
  if (outcome.status === 'succeeded' && verdict.step === 'succeed') {
    return { status: 'succeeded', transactionID: await recordSuccess(tx, attempt, outcome) };
  }
  if (outcome.status === 'requires_action' && verdict.step === 'ask') {
    const { paymentIntentID, clientSecret } = outcome;
    const asked = { stripePiID: paymentIntentID, clientSecret: clientSecret };
    await updateAttempt(tx, attempt, { status: 'requires_action', ...asked });
    return { status: 'requires_action', clientSecret };
  }
  if (outcome.status === 'declined' && (verdict.step === 'fail' || verdict.step === 'cancel')) {
    await endAttempt(tx, attempt, outcome);
    return { status: 'declined', code: outcome.code };
  }
  if (outcome.status === 'unknown' && verdict.step === 'wait') {
    tx.log.warn({ attemptID: attempt.id, why: outcome.why }, 'payment outcome unknown');
    const again = tx.clock.now().add({ minutes: ASK_AGAIN_MINUTES });
    await updateAttempt(tx, attempt, { status: 'unknown', nextCheckAt: again.toString() });
    return { status: 'pending' };
  }
  return outcomeOfAttempt(tx, attempt);
}

/** What was taken for an attempt, as reported by the provider, or by the office after looking there. */
export interface Taken {
  /** Null: the attempt's own. */
  readonly paymentIntentID: string | null;
  readonly amount: Cents;
  /** New information about the payer, if any. */
  readonly stripeCustomerID?: string | null;
  readonly card?: StoredCard | null;
  readonly paidWith?: CardFace | null;
}

/**
 * Posts money that was taken for an attempt and runs the effects of its purpose. Returns the transaction. The
 * attempt's row is locked.
 */
export async function recordSuccess(tx: Tx, open: Attempt, taken: Taken): Promise<string> {
  const paymentIntentID = taken.paymentIntentID ?? open.paymentIntentID;
  const attempt = { ...open, status: 'succeeded', amount: taken.amount, paymentIntentID } as const;
  const purpose = purposeOf(tx, attempt);
  // Before anything refers to what is paid for or to the customer, so that concurrent outcomes lock them in
  // the same order.
  await purpose.lock?.(tx, attempt);
  const { stripeCustomerID = null, card = null, paidWith = null } = taken;
  await rememberPayer(tx, attempt.customerID, { stripeCustomerID, card });
  await updateAttempt(tx, attempt, {
    status: 'succeeded',
    stripePiID: paymentIntentID,
    clientSecret: null,
    failureCode: null,
    settledAt: tx.clock.now().toString(),
    instrument: withoutToken(attempt.order),
  });
  const ledgerTxID = await recordLedger(tx, {
    kind: 'card-payment',
    ref: { kind: 'attempt', id: attempt.id },
    idempotencyKey: `attempt:${attempt.id}`,
    entries: moneyEntries({ from: incomeAccountOf(tx, attempt), to: CARD_CLEARING, amount: attempt.amount }),
  });
  const transactionID = tx.newID();
  const allocations = purpose.allocations?.(attempt) ?? [];
  await insertTransaction(tx, {
    id: transactionID,
    type: typeOf(attempt.purpose),
    method: 'card',
    total: attempt.amount,
    customerID: attempt.customerID,
    jobID: allocations[0]?.jobID ?? null,
    packageID: attempt.order.packageID,
    ledgerTxID,
    details: attempt.order.description,
    attemptID: attempt.id,
    card: paidWith,
    allocations,
  });
  await purpose.succeeded(tx, attempt, transactionID);
  return transactionID;
}

/**
 * Closes an attempt for which nothing was taken and runs the effects of its purpose. The attempt's row is
 * locked.
 */
export async function endAttempt(tx: Tx, attempt: Attempt, outcome: Declined): Promise<void> {
  const status = outcome.code === 'canceled' ? 'canceled' : 'failed';
  await updateAttempt(tx, attempt, {
    status,
    ...(outcome.paymentIntentID === null ? {} : { stripePiID: outcome.paymentIntentID }),
    clientSecret: null,
    failureCode: outcome.code,
    settledAt: tx.clock.now().toString(),
    instrument: withoutToken(attempt.order),
  });
  await purposeOf(tx, attempt).failed(tx, { ...attempt, status, failureCode: outcome.code });
}

interface Mismatch {
  readonly why: 'amount_mismatch' | 'other_payment';
  readonly outcome: Succeeded;
}

/**
 * The provider took a different amount than agreed, or took it twice: it pays for nothing, and the office
 * must look.
 */
async function raiseMismatchAlarm(tx: Tx, attempt: Attempt, { why, outcome }: Mismatch): Promise<void> {
  const currency = outcome.currency.toUpperCase();
  const isNew = await raiseAlarm(tx, {
    kind: why,
    why: `${currency} ${dollars(outcome.amount)} was taken, but SGD ${dollars(attempt.amount)} was agreed.`,
    attemptID: attempt.id,
    customerID: attempt.customerID,
    paymentIntentID: outcome.paymentIntentID,
    cents: currency === 'SGD' ? outcome.amount : null,
    jobs: purposeOf(tx, attempt).allocations?.(attempt) ?? [],
  });
  // A decided attempt stays so; an open one waits for the office.
  if (!isNew || !OPEN.includes(attempt.status)) return;
  await updateAttempt(tx, attempt, { status: 'unknown', failureCode: why, nextCheckAt: null });
}

interface AttemptChange {
  readonly status: string;
  readonly stripePiID?: string | null;
  readonly clientSecret?: string | null;
  readonly failureCode?: string | null;
  readonly settledAt?: string;
  readonly nextCheckAt?: string | null;
  readonly instrument?: string;
}

async function updateAttempt(tx: Tx, attempt: Attempt, change: AttemptChange): Promise<void> {
  await tx.db.updateTable('payment_attempt').set(change).where('id', '=', attempt.id).execute();
}

/** An attempt's state as the reply to the caller. */
export async function outcomeOfAttempt(ctx: Context, attempt: Attempt): Promise<PaymentOutcome> {
  if (attempt.status === 'succeeded') {
    const paid = await ctx.db
      .selectFrom('money_transaction')
      .select('id')
      .where('attemptID', '=', attempt.id)
      .executeTakeFirstOrThrow();
    return { status: 'succeeded', transactionID: paid.id };
  }
  if (attempt.status === 'requires_action' && attempt.clientSecret !== null) {
    return { status: 'requires_action', clientSecret: attempt.clientSecret };
  }
  if (attempt.status === 'failed' || attempt.status === 'canceled') {
    return { status: 'declined', code: attempt.failureCode ?? 'canceled' };
  }
  return { status: 'pending' };
}
