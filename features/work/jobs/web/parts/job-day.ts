import { hourOfWire } from '#platform/web/business-time.ts';
import type { RulerBlock } from '#platform/web/design/tiles/day-ruler.tsx';
import type { Job } from '../../contract/shapes.ts';

type Timed = Pick<Job, 'startTime' | 'hours' | 'breakHours' | 'jobType'>;

/** A visit on the day ruler, including its break. */
export function rulerBlockOf(job: Timed): RulerBlock {
  return { start: hourOfWire(job.startTime), hours: job.hours + job.breakHours, service: job.jobType };
}

/** The building and street of a job's address, without the unit number. */
export function placeOf(job: Pick<Job, 'job_address_addressLine1' | 'job_address_postal'>): string {
  return job.job_address_addressLine1 || `Singapore ${job.job_address_postal}`;
}
