/** Who booked a job: the customer on the site, or the office for them. */
export const JOB_SOURCES = ['site', 'office'] as const;
export type JobSource = (typeof JOB_SOURCES)[number];
