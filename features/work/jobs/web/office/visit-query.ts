import type { VisitSought } from '#features/work/schedule/web/office/free-times.tsx';
import type { Job } from '../../contract/shapes.ts';

type Visit = Pick<
  Job,
  'id' | 'jobType' | 'job_address_postal' | 'job_address_genderPreference' | 'job_address_hasPets'
>;

/** The query parameters of a job's visit for the availability routes. */
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

/** The requirements of a job's visit, to find another time. */
export function freeTimesFor(job: Job): VisitSought {
  const { hours, breakHours, numCleaners, startTime } = job;
  return {
    query: { ...visitQuery(job), hours, breakHours, numCleaners },
    now: startTime,
  };
}
