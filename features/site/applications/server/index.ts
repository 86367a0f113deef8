import type { Feature } from '#platform/server/feature.ts';
import { APPLICATION_REPLY } from '../rules/mails.ts';
import { APPLICATION } from './application-record.ts';
import { routes } from './routes.ts';

export { countNewApplications, findNewApplications } from './new-applications.ts';

/** Job applications of cleaners, and the office's replies. */
export const feature: Feature = {
  name: 'applications',
  routes,
  messageKinds: { [APPLICATION_REPLY.kind]: APPLICATION_REPLY },
  cronJobs: { 'applications:purge': APPLICATION.purge },
};
