import type { Feature } from '#platform/server/feature.ts';
import { APPLICATION_MESSAGES } from '../texts/mails.ts';
import { APPLICATION } from './application-record.ts';
import { routes } from './routes.ts';

export { countNewApplications, findNewApplications } from './new-applications.ts';

/** Job applications of cleaners, and the office's replies. */
export const feature: Feature = {
  name: 'applications',
  routes,
  messageKinds: APPLICATION_MESSAGES,
  cronJobs: { 'applications:purge': APPLICATION.purge },
};
