import { JOB_TYPES, type JobType } from '../../rules/package.ts';

/** How the office reads a kind of job. */
export const JOB_TYPE_NAMES: Readonly<Record<JobType, string>> = {
  regular: 'Regular',
  'one-time': 'One-time',
  'spring-cleaning': 'Spring',
  'moving-in-out': 'Moving',
};

/** The kinds of jobs to choose from. */
export const JOB_TYPE_OPTIONS = JOB_TYPES.map((value) => ({ value, label: JOB_TYPE_NAMES[value] }));
