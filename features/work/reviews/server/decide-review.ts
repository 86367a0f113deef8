import { changeLockedJob, findJobs, lockJob } from '#features/work/jobs/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Review } from '../contract.ts';
import { readDecision, storedDecision } from '../rules/decision.ts';
import { toReview } from './review-row.ts';

/** The office publishes or hides a review; with null it waits again. Idempotent. */
export function decideReview(
  ctx: ContextOf<'admin'>,
  jobId: string,
  { visible }: { readonly visible: boolean | null },
): Promise<Review | Refusal<'not_found' | 'no_review' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobId);
    const [job] = await findJobs(tx, [jobId]);
    if (job === undefined) return refuse('not_found');
    if (job.reviewed_at === null) return refuse('no_review');
    const decision = storedDecision(visible);
    if (job.review_decision === decision) {
      noChange(tx);
      return toReview(job);
    }
    const action = `job.review-${readDecision(decision)}`;
    const change = { fields: { review_decision: decision }, action };
    return toReview(await changeLockedJob(tx, job, change));
  });
}
