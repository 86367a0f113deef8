import { t } from '#platform/web/i18n/office.ts';
import { JOB_TYPES, type JobType } from '../../rules/package.ts';

/** Names of the kinds of jobs, for the office. */
export const JOB_TYPE_NAMES: Readonly<Record<JobType, string>> = {
  regular: t('Regular'),
  'one-time': t('One-time'),
  'spring-cleaning': t('Spring'),
  // With a space: “Moving” alone is what a button says while it moves a visit.
  'moving-in-out': t('Moving', { context: 'clean' }),
};

export const JOB_TYPE_OPTIONS = JOB_TYPES.map((value) => ({ value, label: JOB_TYPE_NAMES[value] }));
