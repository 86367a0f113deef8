import { JOB_TYPES, type JobType } from '../../rules/package.ts';

/** Names of the kinds of jobs, for the office. */
export const JOB_TYPE_NAMES: Readonly<Record<JobType, string>> = {
  regular: 'Regular',
  'one-time': 'One-time',
  'spring-cleaning': 'Spring',
  'moving-in-out': 'Moving',
};

export const JOB_TYPE_OPTIONS = JOB_TYPES.map((value) => ({ value, label: JOB_TYPE_NAMES[value] }));
