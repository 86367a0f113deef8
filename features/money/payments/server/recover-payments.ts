import type { Context } from '#platform/server/context.ts';
import { recoverEach } from '#platform/server/recover-each.ts';
import { isTooLateToCharge, OPEN, recoveryOf } from '../rules/attempt.ts';
import { applyOutcome, endUnsent } from './apply-outcome.ts';
import { type Attempt, loadAttempt, toAttempt } from './attempts.ts';
import { chargeAttempt, findOutcome } from './charge-attempt.ts';

/** Attempts recovered per run; the rest wait for the next one. */
const AT_ONCE = 100;
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
    report: (err, { id: attemptId }) =>
      ctx.log.error({ err, attemptId, wake: true }, 'payment could not be recovered'),
  });
}

async function dueAttempts(ctx: Context): Promise<Attempt[]> {
  const now = ctx.clock.now().toString();
  const rows = await ctx.db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('status', 'in', [...OPEN])
    .where('failure_code', 'is', null) // an alarm waits for the office
    .where(({ or, eb }) => or([eb('next_check_at', 'is', null), eb('next_check_at', '<=', now)]))
    .orderBy('next_check_at', (order) => order.asc().nullsFirst()) // longest-waiting first, so that all get their turn
    .orderBy('created_at')
    .limit(AT_ONCE)
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
  if (step === 'give-up' && attempt.paymentIntentId !== null) {
    await applyOutcome(ctx, attempt.id, await ctx.providers.payments.cancelCharge(attempt.paymentIntentId));
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
    .set({ next_check_at: now.add(NEXT_LOOK).toString() })
    .where('id', '=', attempt.id)
    .where('status', '=', attempt.status)
    .where(({ or, eb }) => or([eb('next_check_at', 'is', null), eb('next_check_at', '<=', now.toString())]))
    .executeTakeFirst();
  return reserved.numUpdatedRows === 1n;
}
