import type { Job } from '#features/jobs/contract/shapes.ts';
import { serviceOf } from '../public/flow/services.ts';

/** Whether the booking flow can take this hold up again: it books as many cleaners as the package has. */
export function canResume({ jobType, numCleaners }: Pick<Job, 'jobType' | 'numCleaners'>): boolean {
  return numCleaners === 1 || serviceOf(jobType).sizedBy === 'package';
}
