import { type RawBuilder, sql } from 'kysely';
import { readDatabaseTimeOrNull, wireTime } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { FoundDispute } from '#platform/server/providers/payments.ts';

/** Interval for querying an open dispute at the provider, in case an event was lost. */
const ASK_EVERY = Temporal.Duration.from({ hours: 1 });

/** A closed dispute leaves the money where it is, like one that is won. */
const OUTCOMES = { open: null, won: 'won', closed: 'won', lost: 'lost' } as const;

/**
 * Saves the state of a dispute. A bank's decision is final: later reports, or older ones that arrive late,
 * change nothing. A dispute without an amount in Singapore dollars is left to the alarm.
 */
export async function saveDispute(tx: Tx, found: FoundDispute): Promise<void> {
  const { disputeId, paymentIntentId, amount, currency, reason, state, dueBy } = found;
  if (paymentIntentId === null || currency !== 'SGD' || amount <= 0) return;
  const now = tx.clock.now().toString();
  const outcome = OUTCOMES[state];
  const closed = { closed_at: outcome === null ? null : now, outcome };
  await tx.db
    .insertInto('payment_dispute')
    .values({
      id: tx.newId(),
      provider_ref: disputeId,
      payment_intent_id: paymentIntentId,
      cents: amount,
      reason,
      opened_at: now,
      due_by: dueBy?.toString() ?? null,
      next_check_at: tx.clock.now().add(ASK_EVERY).toString(),
      ...closed,
    })
    .onConflict((conflict) =>
      conflict
        .column('provider_ref')
        .doUpdateSet({ due_by: dueBy?.toString() ?? null, ...closed })
        .where('payment_dispute.outcome', 'is', null),
    )
    .execute();
}

/** Takes the disputes that are due for a query, and schedules their next one. */
export async function takeDisputesToCheck(ctx: Context, atOnce: number): Promise<string[]> {
  const now = ctx.clock.now();
  const due = ctx.db
    .selectFrom('payment_dispute')
    .select('id')
    .where('outcome', 'is', null)
    .where('next_check_at', '<=', now.toString())
    .orderBy('next_check_at')
    .limit(atOnce)
    .forUpdate()
    .skipLocked();
  const rows = await ctx.db
    .updateTable('payment_dispute')
    .set({ next_check_at: now.add(ASK_EVERY).toString() })
    .where('id', 'in', due)
    .returning('provider_ref')
    .execute();
  return rows.map((row) => row.provider_ref);
}

function disputes({ db }: Context) {
  return db
    .selectFrom('payment_dispute as dispute')
    .innerJoin('payment_attempt as attempt', 'attempt.stripe_pi_id', 'dispute.payment_intent_id')
    .innerJoin('money_transaction as paid', 'paid.attempt_id', 'attempt.id');
}

/** Why a payment cannot be refunded: a dispute of it is open or was lost. Null if there is none. */
export async function findStandingDispute(ctx: Context, paymentId: string): Promise<'open' | 'lost' | null> {
  const rows = await disputes(ctx).select('dispute.outcome').where('paid.id', '=', paymentId).execute();
  if (rows.some(({ outcome }) => outcome === null)) return 'open';
  return rows.some(({ outcome }) => outcome === 'lost') ? 'lost' : null;
}

/** The subset of these jobs that was paid by a payment with an open dispute. */
export async function jobsInDispute(ctx: Context, jobIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (jobIds.length === 0) return new Set();
  const rows = await disputes(ctx)
    .innerJoin('payment_allocation as part', 'part.transaction_id', 'paid.id')
    .select('part.job_id')
    .where('part.job_id', 'in', [...jobIds])
    .where('dispute.outcome', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.job_id));
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
export async function disputesOfCustomer(ctx: Context, customerId: string) {
  const rows = await disputes(ctx)
    .select(['paid.id', 'dispute.cents', 'dispute.due_by', 'dispute.opened_at', 'dispute.outcome'])
    .where('paid.customer_id', '=', customerId)
    .where(sql<boolean>`dispute.outcome is distinct from 'won'`)
    .orderBy(sql`dispute.outcome is not null`)
    .orderBy('dispute.due_by')
    .orderBy('dispute.id')
    .execute();
  return rows.map((row) => ({
    transactionID: row.id,
    amount: row.cents,
    openedAt: wireTime(row.opened_at),
    dueBy: readDatabaseTimeOrNull(row.due_by) === null ? null : wireTime(String(row.due_by)),
    outcome: row.outcome as 'lost' | null,
  }));
}
