import type { Job } from '#features/work/jobs/contract/shapes.ts';
import type { Cents } from '#platform/kernel/money.ts';

/** Jobs that are paid together. */
export interface ToPay {
  readonly job: Job;
  /** All visits that are paid with it, by date. */
  readonly visits: readonly Job[];
  readonly total: Cents;
  onDone(): void;
}
