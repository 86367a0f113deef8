import type { SettlesEvent } from '#features/money/payments/server/index.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import { findSetupById } from './card-setups.ts';
import { settleSetup } from './settle-setup.ts';
import { findSetup } from './update-card.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Looks up the setup of a webhook event. A setup that we do not know moves no money and is ignored. */
export const receiveSetup: SettlesEvent = async (ctx, { aboutId, attemptId }) => {
  const setup = attemptId !== null && UUID.test(attemptId) ? await findSetupById(ctx, attemptId) : null;
  if (setup === null) return 'ignored';
  if (setup.setupIntentId !== null && setup.setupIntentId !== aboutId) return 'ignored';
  const found = await findSetup(ctx, setup);
  if (found === null) return 'ignored';
  if (found.status === 'unknown') return refuse('unavailable');
  await settleSetup(ctx, setup.id, found);
  return 'settled';
};
