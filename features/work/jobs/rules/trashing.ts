import { goesAhead } from './status.ts';

export interface TrashableJob {
  readonly status: string;
  readonly stage: string;
  /** Milliseconds since 1970. */
  readonly end: number;
}

/**
 * Whether a visit goes ahead and is not over. Such a visit cannot be trashed, because only cancelling it gives back
 * what was paid and notifies the customer and the crew.
 */
export function isVisitAhead({ status, stage, end }: TrashableJob, now: number): boolean {
  return goesAhead(status) && stage !== 'done' && end > now;
}
