import type { Context } from '#platform/server/context.ts';
import { recoverEach } from '#platform/server/recover-each.ts';
import { takeDisputesToCheck } from './disputes.ts';
import { reconcileDispute } from './reconcile-dispute.ts';

/** Disputes queried per run; the rest wait for the next one. */
const AT_ONCE = 100;

/** Cron job: queries open disputes at the provider, in case the event of a decision was lost. */
export async function recheckDisputes(ctx: Context): Promise<void> {
  await recoverEach(await takeDisputesToCheck(ctx, AT_ONCE), {
    recover: async (disputeId) => (await reconcileDispute(ctx, disputeId)) === null,
    report: (err, disputeId) => ctx.log.error({ err, disputeId }, 'dispute lookup failed'),
  });
}
