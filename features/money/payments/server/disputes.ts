import { type RawBuilder, sql } from 'kysely';
import { readDatabaseTimeOrNull, wireTime } from '#platform/kernel/business-time.ts';
import { dollars } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { FoundDispute } from '#platform/server/providers/payments.ts';
import { recoverEach } from '#platform/server/recover-each.ts';
import { findPaymentByIntent } from './insert-transaction.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** Interval for querying an open dispute at the provider, in case an event was lost. */
const ASK_EVERY = Temporal.Duration.from({ hours: 1 });

/** A closed dispute leaves the money where it is, like one that is won. */
const OUTCOMES = { open: null, won: 'won', closed: 'won', lost: 'lost' } as const;

/**
 * Saves the state of a dispute. A bank's decision is final: later reports, or older ones that arrive late,
 * change nothing. A dispute without an amount in Singapore dollars is left to the alarm.
 */
async function saveDispute(tx: Tx, found: FoundDispute): Promise<void> {
  const { disputeID, paymentIntentID, amount, currency, reason, state, dueBy } = found;
  if (paymentIntentID === null || currency !== 'SGD' || amount <= 0) return;
  const now = tx.clock.now().toString();
  const outcome = OUTCOMES[state];
  const closed = { closedAt: outcome === null ? null : now, outcome };
  await tx.db
    .insertInto('payment_dispute')
    .values({
      id: tx.newID(),
      providerRef: disputeID,
      paymentIntentID,
      cents: amount,
      reason,
      openedAt: now,
      dueBy: dueBy?.toString() ?? null,
      nextCheckAt: tx.clock.now().add(ASK_EVERY).toString(),
      ...closed,
    })
    .onConflict((conflict) =>
      conflict
        .column('providerRef')
        .doUpdateSet({ dueBy: dueBy?.toString() ?? null, ...closed })
        .where('payment_dispute.outcome', 'is', null),
    )
    .execute();
}

/** Takes the disputes that are due for a query, and schedules their next one. */
async function takeDisputesToCheck(ctx: Context, atOnce: number): Promise<string[]> {
  const now = ctx.clock.now();
  const due = ctx.db
    .selectFrom('payment_dispute')
    .select('id')
    .where('outcome', 'is', null)
    .where('nextCheckAt', '<=', now.toString())
    .orderBy('nextCheckAt')
    .limit(atOnce)
    .forUpdate()
    .skipLocked();
  const rows = await ctx.db
    .updateTable('payment_dispute')
    .set({ nextCheckAt: now.add(ASK_EVERY).toString() })
    .where('id', 'in', due)
    .returning('providerRef')
    .execute();
  return rows.map((row) => row.providerRef);
}

function disputes({ db }: Context) {
  return db
    .selectFrom('payment_dispute as dispute')
    .innerJoin('payment_attempt as attempt', 'attempt.stripePiID', 'dispute.paymentIntentID')
    .innerJoin('money_transaction as paid', 'paid.attemptID', 'attempt.id');
}

/** Why a payment cannot be refunded: a dispute of it is open or was lost. Null if there is none. */
export async function findStandingDispute(ctx: Context, paymentID: string): Promise<'open' | 'lost' | null> {
  const rows = await disputes(ctx).select('dispute.outcome').where('paid.id', '=', paymentID).execute();
  if (rows.some(({ outcome }) => outcome === null)) return 'open';
  return rows.some(({ outcome }) => outcome === 'lost') ? 'lost' : null;
}

/** The subset of these jobs that was paid by a payment with an open dispute. */
export async function jobsInDispute(ctx: Context, jobIDs: readonly string[]): Promise<ReadonlySet<string>> {
  if (jobIDs.length === 0) return new Set();
  const rows = await disputes(ctx)
    .innerJoin('payment_allocation as part', 'part.transactionID', 'paid.id')
    .select('part.jobID')
    .where('part.jobID', 'in', [...jobIDs])
    .where('dispute.outcome', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.jobID));
}

/**
 * Whether what a transaction paid for is blocked, because a dispute of the payment is open or was lost. Also
 * for hours that a refund of the payment became. A SQL expression, for lists of purchases.
 *
 * @param column the transaction's id
 */
export function isDisputed(column: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from money_transaction as moved
    join money_transaction as paid on paid.id = coalesce(moved.refund_of, moved.id)
    join payment_attempt as attempt on attempt.id = paid.attempt_id
    join payment_dispute as dispute on dispute.payment_intent_id = attempt.stripe_pi_id
    where moved.id = ${sql.ref(column)} and dispute.outcome is distinct from 'won')`;
}

/** A customer's disputes that need attention: open ones by deadline, then lost ones. */
export async function disputesOfCustomer(ctx: Context, customerID: string) {
  const rows = await disputes(ctx)
    .select(['paid.id', 'dispute.cents', 'dispute.dueBy', 'dispute.openedAt', 'dispute.outcome'])
    .where('paid.customerID', '=', customerID)
    .where(sql<boolean>`dispute.outcome is distinct from 'won'`)
    .orderBy(sql`dispute.outcome is not null`)
    .orderBy('dispute.dueBy')
    .orderBy('dispute.id')
    .execute();
  return rows.map((row) => ({
    transactionID: row.id,
    amount: row.cents,
    openedAt: wireTime(row.openedAt),
    dueBy: readDatabaseTimeOrNull(row.dueBy) === null ? null : wireTime(String(row.dueBy)),
    outcome: row.outcome as 'lost' | null,
  }));
}

/**
 * Saves the state of a dispute and raises one alarm per dispute, whose sentence follows that state. A
 * decision that contradicts how the alarm was resolved raises another one.
 */
export async function reconcileDispute(
  ctx: Context,
  disputeID: string,
): Promise<Refusal<'unavailable'> | null> {
  const dispute = await ctx.providers.payments.findDispute(disputeID);
  if (dispute === null) return report(ctx, unknownDispute(disputeID));
  return report(ctx, dispute);
}

/** A dispute that the provider reported but does not find. */
const unknownDispute = (disputeID: string): FoundDispute => ({
  disputeID,
  paymentIntentID: null,
  amount: 0,
  currency: '',
  reason: 'the provider reported it and cannot find it',
  state: 'open',
  dueBy: null,
});

async function report(ctx: Context, dispute: FoundDispute): Promise<Refusal<'unavailable'> | null> {
  const done = await inTransaction(ctx, async (tx) => {
    await saveDispute(tx, dispute);
    const before = await lockAlarm(tx, dispute.disputeID);
    if (before === null) await raise(tx, dispute, dispute.disputeID);
    else if (before.settledAt === null) await updateWhy(tx, before.id, whyOf(dispute));
    else if (isOtherwise(before.resolution, dispute)) {
      await raise(tx, dispute, `${dispute.disputeID} ${dispute.state}`);
    }
    return null;
  });
  return isRefusal(done) ? refuse('unavailable') : null;
}

async function lockAlarm(tx: Tx, disputeID: string) {
  const row = await tx.db
    .selectFrom('payment_alarm')
    .select(['id', 'settledAt', 'resolution', 'why'])
    .where('kind', '=', 'dispute')
    .where('providerRef', '=', disputeID)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The bank's decision contradicts the resolution: `refunded` means that the dispute was lost. */
function isOtherwise(resolution: string | null, { state }: FoundDispute): boolean {
  if (state === 'open') return false;
  return (state === 'lost') !== (resolution === 'refunded');
}

async function updateWhy(tx: Tx, alarmID: string, why: string): Promise<void> {
  await tx.db.updateTable('payment_alarm').set({ why }).where('id', '=', alarmID).execute();
}

async function raise(tx: Tx, dispute: FoundDispute, providerRef: string): Promise<void> {
  const { paymentIntentID, amount, currency } = dispute;
  const payment = paymentIntentID === null ? null : await findPaymentByIntent(tx, paymentIntentID);
  await raiseAlarm(tx, {
    kind: 'dispute',
    why: whyOf(dispute),
    attemptID: payment?.attemptID ?? null,
    transactionID: payment?.id ?? null,
    customerID: payment?.customerID ?? null,
    paymentIntentID,
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

/** Disputes queried per run; the rest wait for the next one. */
const DISPUTES_PER_RUN = 100;

/** Cron job: queries open disputes at the provider, in case the event of a decision was lost. */
export async function recheckDisputes(ctx: Context): Promise<void> {
  await recoverEach(await takeDisputesToCheck(ctx, DISPUTES_PER_RUN), {
    recover: async (disputeID) => (await reconcileDispute(ctx, disputeID)) === null,
    report: (err, disputeID) => ctx.log.error({ err, disputeID }, 'dispute lookup failed'),
  });
}
