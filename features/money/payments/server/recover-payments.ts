import { sql } from 'kysely';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { isTx } from '#platform/server/database/transaction.ts';
import type { Gauges } from '#platform/server/feature.ts';
import { recoverEach } from '#platform/server/recover-each.ts';
import { isTooLateToCharge, OPEN, type Purpose, recoveryOf } from '../rules/attempt.ts';
import { applyOutcome, endUnsent } from './apply-outcome.ts';
import { type Attempt, findActiveAttempt, loadAttempt, toAttempt } from './attempts.ts';
import { chargeAttempt, findOutcome } from './charge-attempt.ts';

/** Attempts recovered per run; the rest wait for the next one. */
const ATTEMPTS_PER_RUN = 100;
/** Delay until an attempt that is still undecided is checked again. */
const NEXT_LOOK = Temporal.Duration.from({ minutes: 1 });

/**
 * Cron job: resolves attempts that a crash, a lost reply or a lost webhook left undecided: charges again
 * under the same key, looks up the outcome, or closes them. Any number of workers may run it.
 */
export async function recoverPayments(ctx: Context): Promise<void> {
  await recoverEach(await dueAttempts(ctx), {
    async recover(attempt) {
      await recover(ctx, attempt);
      return (await loadAttempt(ctx, attempt.id)).status !== 'unknown';
    },
    report: (err, { id: attemptID }) =>
      ctx.log.error({ err, attemptID, wake: true }, 'payment could not be recovered'),
  });
}

async function dueAttempts(ctx: Context): Promise<Attempt[]> {
  const now = ctx.clock.now().toString();
  const rows = await ctx.db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('status', 'in', [...OPEN])
    .where('failureCode', 'is', null) // an alarm waits for the office
    .where(({ or, eb }) => or([eb('nextCheckAt', 'is', null), eb('nextCheckAt', '<=', now)]))
    .orderBy('nextCheckAt', (order) => order.asc().nullsFirst()) // longest-waiting first, so that all get their turn
    .orderBy('createdAt')
    .limit(ATTEMPTS_PER_RUN)
    .execute();
  return rows.map(toAttempt);
}

async function recover(ctx: Context, attempt: Attempt): Promise<void> {
  const now = ctx.clock.now();
  const step = recoveryOf(attempt, now);
  if (step === 'leave' || !(await reserve(ctx, attempt))) return;
  if (attempt.status === 'created') {
    if (step === 'repeat') await chargeAttempt(ctx, attempt.id);
    else await endUnsent(ctx, attempt);
    return;
  }
  if (step === 'give-up' && attempt.paymentIntentID !== null) {
    await applyOutcome(ctx, attempt.id, await ctx.providers.payments.cancelCharge(attempt.paymentIntentID));
    return;
  }
  const found = await findOutcome(ctx, attempt);
  if (found !== null && found.status !== 'unknown') await applyOutcome(ctx, attempt.id, found);
  else if (step === 'repeat' && !isTooLateToCharge(attempt, now)) await chargeAttempt(ctx, attempt.id);
  else if (found === null) await endUnsent(ctx, attempt);
}

/** Only one worker handles an attempt: the one whose update moves next_check_at forward. */
async function reserve(ctx: Context, attempt: Attempt): Promise<boolean> {
  const now = ctx.clock.now();
  const reserved = await ctx.db
    .updateTable('payment_attempt')
    .set({ nextCheckAt: now.add(NEXT_LOOK).toString() })
    .where('id', '=', attempt.id)
    .where('status', '=', attempt.status)
    .where(({ or, eb }) => or([eb('nextCheckAt', 'is', null), eb('nextCheckAt', '<=', now.toString())]))
    .executeTakeFirst();
  return reserved.numUpdatedRows === 1n;
}

/**
 * Ends the open payment of a target, because the customer wants to pay another way. An attempt that was never
 * sent is closed; one with an open challenge is cancelled at the provider; one whose reply was lost is looked
 * up first. If the payment has succeeded meanwhile, that outcome is applied. Null if no payment is open any
 * more.
 *
 * @returns `payment_in_progress` while the outcome cannot be determined.
 */
export async function cancelOpenPayment(
  ctx: Context,
  of: { readonly purpose: Purpose; readonly targetID: string },
): Promise<Refusal<'payment_in_progress'> | null> {
  if (isTx(ctx)) throw new Error('Commit first: a payment cannot be cancelled inside a transaction.');
  const active = await findActiveAttempt(ctx, of);
  if (active === null || active.status === 'succeeded') return null;
  if (active.status === 'created') await endUnsent(ctx, active);
  if (active.status === 'unknown') await lookUp(ctx, active);
  const { status, paymentIntentID } = await loadAttempt(ctx, active.id);
  if (status === 'requires_action' && paymentIntentID !== null) {
    await applyOutcome(ctx, active.id, await ctx.providers.payments.cancelCharge(paymentIntentID));
  }
  const after = await loadAttempt(ctx, active.id);
  return OPEN.includes(after.status) ? refuse('payment_in_progress') : null;
}

async function lookUp(ctx: Context, attempt: Attempt): Promise<void> {
  const found = await findOutcome(ctx, attempt);
  if (found !== null) await applyOutcome(ctx, attempt.id, found);
}

/** Payments whose outcome is not known yet. They normally take seconds, and are looked up every minute. */
export const gauges: Gauges = {
  payments_undecided: {
    help: 'Card payments whose outcome is not known.',
    read: async ({ db }) => {
      const { count } = await db
        .selectFrom('payment_attempt')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('status', 'in', [...OPEN])
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  },
  payments_undecided_oldest_seconds: {
    help: 'Seconds since the oldest card payment without a known outcome began.',
    read: async ({ db, clock }) => {
      const { seconds } = await db
        .selectFrom('payment_attempt')
        .select(
          sql<number>`coalesce(extract(epoch from ${clock.now().toString()}::timestamptz - min(created_at)), 0)::float`.as(
            'seconds',
          ),
        )
        .where('status', 'in', [...OPEN])
        .executeTakeFirstOrThrow();
      return seconds;
    },
  },
};
