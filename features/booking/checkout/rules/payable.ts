import { isPayable } from '#features/work/jobs/rules/status.ts';

interface BookedJob {
  readonly status: string;
  readonly trashedAt: string | null;
}

export type NotPayable = 'paid' | 'cancelled' | 'trashed' | 'mixed';

/**
 * Why the jobs of a booking cannot be paid together; null if they can. They had the same status when they
 * were read.
 */
export function whyNotPayable(jobs: readonly BookedJob[]): NotPayable | null {
  if (jobs.some((job) => job.trashedAt !== null)) return 'trashed';
  if (jobs.some((job) => job.status === 'paid')) return 'paid';
  if (!jobs.every((job) => isPayable(job.status))) return 'cancelled';
  // Some have been confirmed (pay later) since the others were read.
  const isMixed = new Set(jobs.map((job) => job.status === 'confirmed')).size > 1;
  return isMixed ? 'mixed' : null;
}
