import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { stageOf } from '#features/work/jobs/rules/stage.ts';
import { changeJob, findVisibleJob, lockJob, readJob } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type NotReviewable, whyNotReviewable } from '../rules/reviewing.ts';

export interface Review {
  readonly review: string;
  /** One to five. */
  readonly reviewStarts: number;
}

/** The customer reviews the visit, once. The review is public once the office has approved it. */
export function addReview(
  ctx: Context,
  jobId: string,
  review: Review,
): Promise<Job | Refusal<NotReviewable | 'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobId);
    const job = await findVisibleJob(tx, jobId);
    if (isRefusal(job)) return job;
    const reason = whyNotReviewable(
      {
        status: job.status,
        end: readDatabaseTime(job.ends_at),
        finished: stageOf(job.crew) === 'done',
        reviewed: job.reviewed_at !== null,
      },
      tx.clock.now(),
    );
    if (reason !== null) return refuse(reason);
    await changeJob(tx, jobId, {
      fields: {
        review: review.review,
        review_stars: review.reviewStarts,
        reviewed_at: tx.clock.now().toString(),
      },
    });
    return readJob(tx, jobId);
  });
}
