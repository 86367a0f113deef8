/** A crew member may start this long before the visit: buses run early too. */
export const EARLY_START_MINUTES = 60;

export interface ClockedJob {
  readonly status: string;
  readonly start: Temporal.Instant;
}

export type NotStartable = 'not_paid' | 'too_early_to_start' | 'not_changeable';

/** Why a crew member cannot clock in now. The office may note any time. */
export function whyCannotStart(
  job: ClockedJob,
  now: Temporal.Instant,
  isOffice: boolean,
): NotStartable | null {
  if (job.status === 'pending') return 'not_paid';
  if (job.status !== 'paid') return 'not_changeable';
  const opens = job.start.subtract({ minutes: EARLY_START_MINUTES });
  return !isOffice && Temporal.Instant.compare(now, opens) < 0 ? 'too_early_to_start' : null;
}
