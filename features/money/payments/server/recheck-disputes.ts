import type { Context } from '#platform/server/context.ts';
import { recoverEach } from '#platform/server/recover-each.ts';
import { takeDisputesToCheck } from './disputes.ts';
import { reconcileDispute } from './reconcile-dispute.ts';

/** Disputes looked at in one run; the rest wait for the next. */
const AT_ONCE = 100;

/** Asks the provider how open disputes stand, should the event of a decision have been lost. A cron job. */
export async function recheckDisputes(ctx: Context): Promise<void> {
  await recoverEach(await takeDisputesToCheck(ctx, AT_ONCE), {
    recover: async (disputeId) => (await reconcileDispute(ctx, disputeId)) === null,
    report: (err, disputeId) => ctx.log.error({ err, disputeId }, 'a dispute could not be looked up'),
  });
}
