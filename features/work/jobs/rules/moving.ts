import { type CancellationTerms, isFree } from './cancellation.ts';
import { goesAhead } from './status.ts';

export interface MovableJob {
  readonly status: string;
  readonly start: Temporal.Instant;
  readonly hasChangedDate: boolean;
  readonly terms: CancellationTerms;
  /** A crew member has clocked in. */
  readonly begun: boolean;
  /** All crew members have clocked out. */
  readonly finished: boolean;
}

export type NotMovable = 'not_changeable' | 'change_used' | 'change_too_late';

export function whyOfficeCannotChange(job: MovableJob): 'not_changeable' | null {
  return isLive(job) && !job.finished ? null : 'not_changeable';
}

/**
 * Whether the customer may move the visit: once, and only while the frozen terms allow it. A held, unpaid visit moves
 * freely because nothing has been agreed yet.
 */
export function whyCustomerCannotMove(job: MovableJob, now: Temporal.Instant): NotMovable | null {
  if (!isLive(job) || job.begun || Temporal.Instant.compare(job.start, now) <= 0) return 'not_changeable';
  if (job.status === 'pending') return null;
  if (!isFree(job.terms, job.start, now)) return 'change_too_late';
  return job.hasChangedDate ? 'change_used' : null;
}

function isLive(job: MovableJob): boolean {
  return job.status === 'pending' || goesAhead(job.status);
}
