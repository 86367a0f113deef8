import { isTooLateToCharge, OPEN, recoveryOf } from '#features/money/payments/rules/attempt.ts';
import type { AppliesEvent } from '#features/money/payments/server/index.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { recoverEach } from '#platform/server/recover-each.ts';
import {
  applySetupOutcome,
  type CardSetup,
  endUnsentSetup,
  findSetupByID,
  loadSetup,
  toSetup,
} from './card-setups.ts';
import { findSetup, sendSetup } from './update-card.ts';

/** Setups recovered per run; the rest wait for the next one. */
const SETUPS_PER_RUN = 100;
const NEXT_LOOK = Temporal.Duration.from({ minutes: 1 });

/**
 * Resolves setups that a crash, a lost reply or a lost event left open, as recoverPayments does for payments.
 */
export async function recoverSetups(ctx: Context): Promise<void> {
  await recoverEach(await dueSetups(ctx), {
    async recover(setup) {
      await recover(ctx, setup);
      return (await loadSetup(ctx, setup.id)).status !== 'unknown';
    },
    report: (err, { id: setupID }) => ctx.log.warn({ err, setupID }, 'card setup could not be recovered'),
  });
}

async function dueSetups(ctx: Context): Promise<CardSetup[]> {
  const now = ctx.clock.now().toString();
  const rows = await ctx.db
    .selectFrom('card_setup')
    .selectAll()
    .where('status', 'in', [...OPEN])
    .where(({ or, eb }) => or([eb('nextCheckAt', 'is', null), eb('nextCheckAt', '<=', now)]))
    .orderBy('nextCheckAt', (order) => order.asc().nullsFirst())
    .orderBy('createdAt')
    .limit(SETUPS_PER_RUN)
    .execute();
  return rows.map(toSetup);
}

async function recover(ctx: Context, setup: CardSetup): Promise<void> {
  const now = ctx.clock.now();
  const step = recoveryOf(setup, now);
  if (step === 'leave' || !(await reserve(ctx, setup))) return;
  const isTooLate = isTooLateToCharge(setup, now);
  if (setup.status === 'created') {
    if (isTooLate) await endUnsentSetup(ctx, setup);
    else await sendSetup(ctx, setup.id);
    return;
  }
  if (step === 'give-up' && setup.setupIntentID !== null) {
    await applySetupOutcome(ctx, setup.id, await ctx.providers.payments.cancelCard(setup.setupIntentID));
    return;
  }
  const found = await findSetup(ctx, setup);
  if (found !== null && found.status !== 'unknown') await applySetupOutcome(ctx, setup.id, found);
  else if (step === 'repeat' && !isTooLate) await sendSetup(ctx, setup.id);
  else if (found === null) await endUnsentSetup(ctx, setup);
}

/** Only one worker handles a setup: the one whose update moves next_check_at forward. */
async function reserve(ctx: Context, setup: CardSetup): Promise<boolean> {
  const now = ctx.clock.now();
  const reserved = await ctx.db
    .updateTable('card_setup')
    .set({ nextCheckAt: now.add(NEXT_LOOK).toString() })
    .where('id', '=', setup.id)
    .where('status', '=', setup.status)
    .where(({ or, eb }) => or([eb('nextCheckAt', 'is', null), eb('nextCheckAt', '<=', now.toString())]))
    .executeTakeFirst();
  return reserved.numUpdatedRows === 1n;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Looks up the setup of a webhook event. A setup that we do not know moves no money and is ignored. */
export const receiveSetup: AppliesEvent = async (ctx, { aboutID, attemptID }) => {
  const setup = attemptID !== null && UUID.test(attemptID) ? await findSetupByID(ctx, attemptID) : null;
  if (setup === null) return 'ignored';
  if (setup.setupIntentID !== null && setup.setupIntentID !== aboutID) return 'ignored';
  const found = await findSetup(ctx, setup);
  if (found === null) return 'ignored';
  if (found.status === 'unknown') return refuse('unavailable');
  await applySetupOutcome(ctx, setup.id, found);
  return 'settled';
};
