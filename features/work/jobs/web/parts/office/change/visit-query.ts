import type { VisitSought } from '#features/work/schedule/web/parts/free-times.tsx';
import type { Job } from '../../../../contract/shapes.ts';

type Visit = Pick<
  Job,
  'id' | 'jobType' | 'job_address_postal' | 'job_address_genderPreference' | 'job_address_hasPets'
>;

/** What a job's visit asks of whoever does it, for the calls that say who and what is free. */
export function visitQuery(job: Visit) {
  return {
    postal: job.job_address_postal,
    jobType: job.jobType,
    excludeJobID: job.id,
    gender: genderOf(job.job_address_genderPreference),
    hasPets: job.job_address_hasPets,
  };
}

function genderOf(wish: string): '' | 'female' | 'male' {
  return wish === 'female' || wish === 'male' ? wish : '';
}

/** What a job's visit needs, to look for another time. */
export function freeTimesFor(job: Job): VisitSought {
  const { hours, breakHours, numCleaners, startTime } = job;
  return {
    query: { ...visitQuery(job), hours, breakHours, numCleaners },
    now: startTime,
  };
}
