import type { Feature } from '#platform/server/feature.ts';
import { REQUEST_MESSAGES } from '../texts/mails.ts';
import { REQUEST } from './request-record.ts';
import { routes } from './routes.ts';

export { countNewRequests, findNewRequests } from './new-requests.ts';

/** Messages from visitors to the business, and the office's replies. */
export const feature: Feature = {
  name: 'contact-requests',
  routes,
  messageKinds: REQUEST_MESSAGES,
  cronJobs: { 'contact-requests:purge': REQUEST.purge },
};
