import type { AppliesEvent } from '#features/money/payments/server/index.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import { applySetupOutcome } from './apply-setup-outcome.ts';
import { findSetupById } from './card-setups.ts';
import { findSetup } from './update-card.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Looks up the setup of a webhook event. A setup that we do not know moves no money and is ignored. */
export const receiveSetup: AppliesEvent = async (ctx, { aboutId, attemptId }) => {
  const setup = attemptId !== null && UUID.test(attemptId) ? await findSetupById(ctx, attemptId) : null;
  if (setup === null) return 'ignored';
  if (setup.setupIntentId !== null && setup.setupIntentId !== aboutId) return 'ignored';
  const found = await findSetup(ctx, setup);
  if (found === null) return 'ignored';
  if (found.status === 'unknown') return refuse('unavailable');
  await applySetupOutcome(ctx, setup.id, found);
  return 'settled';
};
