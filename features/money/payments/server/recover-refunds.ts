import type { Context } from '#platform/server/context.ts';
import { recoverEach } from '#platform/server/recover-each.ts';
import { refundRecoveryOf, UNSETTLED } from '../rules/refund.ts';
import { applyFoundRefund, applyRefundOutcome } from './apply-refund-outcome.ts';
import { type CardRefund, loadRefund, toRefund } from './refunds.ts';
import { findRefund, sendRefund } from './send-refund.ts';

/** Refunds recovered per run; the rest wait for the next one. */
const AT_ONCE = 100;
const NEXT_LOOK = Temporal.Duration.from({ minutes: 1 });

/**
 * Cron job: resolves refunds that a crash, a lost reply or a lost event left undecided. A refund that may
 * have been sent is looked up before it is sent again, and never sent after the provider has forgotten its
 * key. Any number of workers may run it.
 */
export async function recoverRefunds(ctx: Context): Promise<void> {
  await recoverEach(await dueRefunds(ctx), {
    async recover(refund) {
      await recover(ctx, refund);
      return (await loadRefund(ctx, refund.id)).status !== 'unknown';
    },
    report: (err, { id: refundId }) => ctx.log.warn({ err, refundId }, 'refund could not be recovered'),
  });
}

async function dueRefunds(ctx: Context): Promise<CardRefund[]> {
  const now = ctx.clock.now().toString();
  const rows = await ctx.db
    .selectFrom('payment_refund')
    .selectAll()
    .where('status', 'in', [...UNSETTLED])
    .where(({ or, eb }) => or([eb('next_check_at', 'is', null), eb('next_check_at', '<=', now)]))
    .orderBy('next_check_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(toRefund);
}

async function recover(ctx: Context, refund: CardRefund): Promise<void> {
  const step = refundRecoveryOf(refund, ctx.clock.now());
  if (step === 'leave' || !(await reserve(ctx, refund))) return;
  if (step === 'send') return sendRefund(ctx, { refundId: refund.id });
  const found = await findRefund(ctx, refund);
  if (found !== null) return applyFoundRefund(ctx, refund.id, found);
  if (step === 'find') return sendRefund(ctx, { refundId: refund.id });
  await applyRefundOutcome(ctx, refund.id, {
    status: 'failed',
    providerRefundId: null,
    code: 'never_arrived',
  });
}

/** Only one worker handles a refund: the one whose update moves next_check_at forward. */
async function reserve(ctx: Context, refund: CardRefund): Promise<boolean> {
  const now = ctx.clock.now();
  const reserved = await ctx.db
    .updateTable('payment_refund')
    .set({ next_check_at: now.add(NEXT_LOOK).toString() })
    .where('id', '=', refund.id)
    .where('status', '=', refund.status)
    .where(({ or, eb }) => or([eb('next_check_at', 'is', null), eb('next_check_at', '<=', now.toString())]))
    .executeTakeFirst();
  return reserved.numUpdatedRows === 1n;
}
