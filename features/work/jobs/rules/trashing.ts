import { goesAhead } from './status.ts';

export interface TrashableJob {
  readonly status: string;
  readonly stage: string;
  /** Milliseconds since 1970. */
  readonly end: number;
  /** It was paid once, by card, by hand or with hours, whatever became of the money. */
  readonly wasPaid: boolean;
  /** It owes a charge, or has paid one. */
  readonly isCharged: boolean;
}

/**
 * Why a job cannot be trashed. A visit that goes ahead and is not over: only cancelling it gives back what was paid and
 * notifies the customer and the crew. One that cost money or on which someone has worked: it belongs to the accounts and
 * to the pay. The trash is for bookings that came to nothing.
 */
export function whyNotTrashable(
  { status, stage, end, wasPaid, isCharged }: TrashableJob,
  now: number,
): 'visit_ahead' | 'visit_happened' | null {
  if (goesAhead(status) && stage !== 'done' && end > now) return 'visit_ahead';
  return wasPaid || isCharged || stage !== 'upcoming' ? 'visit_happened' : null;
}
