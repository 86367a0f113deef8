import { goesAhead } from '#features/work/jobs/rules/status.ts';

export interface ReviewableJob {
  readonly status: string;
  readonly end: Temporal.Instant;
  readonly finished: boolean;
  readonly reviewed: boolean;
}

export type NotReviewable = 'not_paid' | 'not_over' | 'reviewed_before';

/** Why the customer cannot review now. The visit is over when the crew has finished or its time has passed. */
export function whyNotReviewable(job: ReviewableJob, now: Temporal.Instant): NotReviewable | null {
  if (!goesAhead(job.status)) return 'not_paid';
  if (job.reviewed) return 'reviewed_before';
  return job.finished || Temporal.Instant.compare(job.end, now) <= 0 ? null : 'not_over';
}
