/** The states of a job; how far the visit is stands in its stage. */
export const JOB_STATUSES = ['pending', 'paid', 'expired', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];
