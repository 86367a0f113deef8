import type { Context } from '#platform/server/context.ts';
import { recoverEach } from '#platform/server/recover-each.ts';
import { isTooLateToCharge, OPEN, recoveryOf } from '../rules/attempt.ts';
import { type Attempt, loadAttempt, toAttempt } from './attempts.ts';
import { chargeAttempt, findOutcome } from './charge-attempt.ts';
import { endUnsent, settle } from './settle.ts';

/** Attempts looked after in one run; the rest wait for the next. */
const AT_ONCE = 100;
/** Until the next look at an attempt that is still undecided. */
const NEXT_LOOK = Temporal.Duration.from({ minutes: 1 });

/**
 * Finishes what a crash, a lost answer or a lost webhook left undecided: charges again under the same key,
 * asks what became of it, or gives it up. A sweep: any number of workers may run it.
 */
export async function recoverPayments(ctx: Context): Promise<void> {
  await recoverEach(await dueAttempts(ctx), {
    async recover(attempt) {
      await recover(ctx, attempt);
      return (await loadAttempt(ctx, attempt.id)).status !== 'unknown';
    },
    report: (err, { id: attemptId }) =>
      ctx.log.error({ err, attemptId, wake: true }, 'a payment could not be recovered'),
  });
}

async function dueAttempts(ctx: Context): Promise<Attempt[]> {
  const now = ctx.clock.now().toString();
  const rows = await ctx.db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('status', 'in', [...OPEN])
    .where('failure_code', 'is', null) // an alarm waits for a person
    .where(({ or, eb }) => or([eb('next_check_at', 'is', null), eb('next_check_at', '<=', now)]))
    .orderBy('next_check_at', (order) => order.asc().nullsFirst()) // who waited longest, so that all get a turn
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
    await settle(ctx, attempt.id, await ctx.providers.payments.cancelCharge(attempt.paymentIntentId));
    return;
  }
  const found = await findOutcome(ctx, attempt);
  if (found !== null && found.status !== 'unknown') await settle(ctx, attempt.id, found);
  else if (step === 'repeat' && !isTooLateToCharge(attempt, now)) await chargeAttempt(ctx, attempt.id);
  else if (found === null) await endUnsent(ctx, attempt);
}

/** One worker at a time: whoever moves the next look forward takes this one. */
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
