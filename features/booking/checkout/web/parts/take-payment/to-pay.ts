import type { Job } from '#features/work/jobs/contract/shapes.ts';
import type { Cents } from '#platform/kernel/money.ts';

/** What is paid in one go. */
export interface ToPay {
  readonly job: Job;
  /** All visits that are paid with it, the first date first. */
  readonly visits: readonly Job[];
  readonly total: Cents;
  onDone(): void;
}
